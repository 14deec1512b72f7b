// Tests the client by the tables that all clients share (ROWS, a file of JSON; Rows.cs, expressions), and against a stand where BASE_URL names one.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using FacturaEdge;

public static class Run
{
    private static int count;
    private static readonly List<string> Problems = new List<string>();
    private static readonly double[] Short = { 0.005 };

    public static int Main()
    {
        Task.Run(() => All()).Wait();
        foreach (var problem in Problems) Console.Error.WriteLine(problem);
        Console.WriteLine(count + " checks, " + Problems.Count + " problems");
        return Problems.Count == 0 ? 0 : 1;
    }

    private static async Task All()
    {
        var rows = Json.Parse(File.ReadAllText(Environment.GetEnvironmentVariable("ROWS")));
        foreach (var row in rows["configurations"].Items.Where(one => one["version"].Text == "v2"))
        {
            var id = row["companyId"].Integer;
            if (id != null)
                Same(Thrown(() => new Client(row["baseUrl"].Text, id.Value, row["token"].Text)), row["isTaken"].IsTrue ? "nothing" : "NotSentException", row["what"].Text);
        }
        foreach (var options in new[] { new ClientOptions { Timeout = TimeSpan.Zero }, new ClientOptions { Timeout = TimeSpan.MaxValue }, new ClientOptions { Patience = Seconds(-1) }, new ClientOptions { Patience = TimeSpan.Zero }, new ClientOptions { Patience = Timeout.InfiniteTimeSpan }, new ClientOptions { Delays = new TimeSpan[0] }, new ClientOptions { Delays = new[] { Seconds(-1) } } })
            Same(Thrown(() => new Client("https://api.test/api/ext/v2", 1, "fed_1", options)), "NotSentException", "an option");
        foreach (var row in rows["keys"].Items) await CheckKey(row);
        foreach (var row in rows["endings"].Items) await CheckEnding(row);
        foreach (var row in rows["retry"].Items) await CheckRetry(row);
        foreach (var row in rows["files"].Items) await CheckFile(row);
        foreach (var row in rows["ids"].Items) await CheckId(row);
        foreach (var row in rows["causes"].Items) await CheckCause(row);
        foreach (var row in rows["languages"].Items) await CheckLanguage(row);
        foreach (var row in rows["retries"].Items) await CheckRetries(row);
        foreach (var row in rows["waits"].Items) await CheckWaits(row);
        foreach (var row in rows["afters"].Items) await CheckAfter(row);
        foreach (var row in rows["refusals"].Items) await CheckRefusal(row);
        await CheckCancelled();
        await CheckKept();
        await CheckCompany();
        await CheckChanges();
        Rows.Each(CheckBody);
        CheckText();
        CheckWebhook();
        var sent = new List<Request>();
        var heard = "";
        Same(await ThrownAsync(() => Script(new Json[0], sent, 0.4, retry => heard += retry.Attempt).ListPaymentMethodsAsync()), "NoAnswerException", "a reading without an answer");
        Same(sent.Count + " " + heard, "4 123", "tries of a reading");
        var cancelled = new CreateOptions { Cancel = new CancellationToken(true) };
        Same(await ThrownAsync(() => Script(new Json[0], sent).CreateInvoiceAsync(new { draft_key = "v-1" }, cancelled)), "NotSentException", "a creation that was cancelled before");
        Same(await ThrownAsync(() => Script(new Json[0], sent).GetInvoiceAsync(1, new CancellationToken(true))), "OperationCanceledException", "a reading that was cancelled before");
        var leaving = new CancellationTokenSource();
        sent.Clear();
        Same(await ThrownAsync(() => Script(new Json[0], sent, 0.4, retry => leaving.Cancel()).ListTickets().NextAsync(leaving.Token)), "OperationCanceledException", "a page that nobody waits for any longer");
        Same(sent.Count, 1, "tries of a page that nobody waits for any longer");
        if (Environment.GetEnvironmentVariable("BASE_URL") != null) await CheckStand();
    }

    private static async Task CheckKey(Json row)
    {
        var what = "key: " + row["what"].Text;
        var sent = new List<Request>();
        var body = new Dictionary<string, object>();
        if (row["own"] != null) body["draft_key"] = row["own"].Text;
        var client = Script(new[] { Json.Parse("{\"status\": 201, \"body\": {\"documento\": {\"id\": 1}}}") }, sent);
        var isNowhere = row["place"].Text == "nowhere";
        Same(await ThrownAsync(() => client.CreateSupportDocumentAsync(row["key"].Text, body)), isNowhere ? "NotSentException" : "nothing", what);
        if (isNowhere) return;
        var isHeader = row["place"].Text == "header";
        Same(sent[0].Headers.ContainsKey("Idempotency-Key") ? sent[0].Headers["Idempotency-Key"] : null, isHeader ? row["key"].Text : null, what);
        Same(Json.Parse(sent[0].Body)["draft_key"]?.Text, isHeader ? row["own"]?.Text : row["key"].Text, what);
    }

    /// <summary>A sale that was kept as JSON goes out as it is, under the key that it has.</summary>
    private static async Task CheckKept()
    {
        var sent = new List<Request>();
        var client = Script(new[] { Json.Parse("{\"status\": 201, \"body\": {\"factura_id\": 1}}") }, sent);
        var kept = "{\"draft_key\": \"v-1\", \"items\": [{\"unit\": 1.10}]}";
        Same((await client.CreateInvoiceAsync(Json.Parse(kept))).Id, 1L, "a sale that was kept as JSON");
        Same(Json.Parse(sent[0].Body)["items"].ToString(), "[{\"unit\": 1.10}]", "what goes out of it");
        foreach (var body in new object[] { kept, new { draft_key = Guid.Empty }, null })
            Same(await ThrownAsync(() => client.CreateInvoiceAsync(body)), "NotSentException", "a sale without a key that is a text");
    }

    private static async Task CheckEnding(Json row)
    {
        var sent = new List<Request>();
        var ending = "";
        try
        {
            ending = (await Script(row["answers"].Items, sent).CreateInvoiceAsync(new { draft_key = "v-1" })).Type.ToString().ToLowerInvariant();
        }
        catch (ApiException)
        {
            ending = "refused";
        }
        catch (OutcomeUnknownException error)
        {
            ending = error.Key == "v-1" ? "unknown" : "another key";
        }
        Same(ending, row["ending"].Text, "an ending after " + sent.Count + " requests");
        Same(sent.Where(one => one.Method == "POST").Select(one => one.Body).Distinct().Count(), 1, "one body from beginning to end");
    }

    // What a creation does about one answer shows in what follows: its type, or that it was repeated.
    private static async Task CheckRetry(Json row)
    {
        var verdict = row["verdict"];
        var sent = new List<Request>();
        var waited = verdict["waitMs"]?.Decimal / 1000 ?? 0;
        var client = Script(new[] { row }, sent, waited > 0 ? 0.01 : 0.1);
        var result = await ThrownAsync(async () => Same((await client.CreateInvoiceAsync(new { draft_key = "v-1" })).Type, OutcomeType.Pending, "an answer"));
        var what = "answer " + row["status"].Text;
        if (verdict["type"].Text == "refused") Same(result + sent.Count, "ApiException1", what);
        else if (verdict["type"].Text == "settled" && !verdict["isAccepted"].IsTrue) Same(result + sent.Count, "ApiException1", what);
        else if (verdict["id"] != null) Same(result, "nothing", what);
        // It asks for more patience than there is: nothing is repeated.
        else if (waited > 0) Same(result + sent.Count, "OutcomeUnknownException1", what);
        else Same(result == "OutcomeUnknownException" && sent.Count > 1, true, what);
    }

    private static async Task CheckFile(Json row)
    {
        Request asked = null;
        var headers = new Dictionary<string, string> { ["etag"] = "\"one\"" };
        var client = Connect(request => { asked = request; return new Answer { Status = 200, Headers = headers }; });
        await client.GetInvoiceFileAsync(7, row["name"].Text);
        var query = string.Join("&", asked.Query.Select(one => one.Key + "=" + one.Value));
        Same(asked.Path, row["path"].Text, "file: " + row["name"].Text);
        Same(query, row["query"]["tabla"] == null ? "" : "tabla=" + row["query"]["tabla"].Text, "query of file: " + row["name"].Text);
    }

    private static async Task CheckId(Json row)
    {
        // Of any other the compiler makes no call.
        var id = row["id"]?.Integer;
        if (id == null) return;
        foreach (var read in new Func<Client, Task>[] { one => one.GetInvoiceAsync(id.Value), one => one.GetSupportDocumentAsync(id.Value), one => one.GetTicketAsync(id.Value), one => one.EndInvoiceLinksAsync(id.Value) })
        {
            var sent = new List<Request>();
            var client = Script(new[] { Json.Parse("{\"status\": 200, \"body\": {}}") }, sent);
            Same(await ThrownAsync(() => read(client)), row["isTaken"].IsTrue ? "nothing" : "NotSentException", "the id of " + row["what"].Text);
            Same(sent.Count, row["isTaken"].IsTrue ? 1 : 0, "what was sent by the id of " + row["what"].Text);
        }
    }

    private static async Task CheckCause(Json row)
    {
        var options = new ClientOptions { Timeout = Seconds((double)row["timeoutS"].Decimal), Patience = Seconds((double)row["patienceS"].Decimal), Delays = new[] { Seconds(60) } };
        var client = new Client(row["baseUrl"].Text, 1, "fed_1", options);
        var clock = Stopwatch.StartNew();
        var said = await SaidAsync(() => client.CreateInvoiceAsync(new { draft_key = "v-1" }));
        Same(Regex.IsMatch(said, "^OutcomeUnknownException .*key v-1 \\(.*(?:" + row["says"].Text + ").*\\): repeat with"), true, "cause of " + row["what"].Text + ": " + said);
        said = await SaidAsync(() => client.GetInvoiceAsync(7));
        Same(Regex.IsMatch(said, "^(NoAnswerException|ApiException) .*(?:" + row["says"].Text + ")"), true, "cause of a reading, " + row["what"].Text + ": " + said);
        Same(clock.Elapsed.TotalSeconds < 50, true, "the time of " + row["what"].Text);
    }

    private static async Task CheckLanguage(Json row)
    {
        var options = row["language"] == null ? new ClientOptions() : new ClientOptions { Language = row["language"].Text };
        var said = await SaidAsync(() => new Client(row["baseUrl"].Text, 1, "fed_1", options).GetInvoiceAsync(7));
        Same(said, row["says"] == null ? "NotSentException nothing was sent: language is fr, neither es nor en" : "ApiException " + row["says"].Text, "language: " + row["language"]?.Text);
    }

    private static async Task CheckRefusal(Json row)
    {
        var refused = "";
        try
        {
            await Script(new[] { row }, new List<Request>()).CreateInvoiceAsync(new { draft_key = "v-1" });
        }
        catch (ApiException error)
        {
            refused = error.RequestId + " " + error.Message;
        }
        Same(refused, row["body"]?["request_id"]?.Text + " " + row["says"].Text, "what a refusal says");
    }

    private static async Task CheckRetries(Json row)
    {
        var heard = new List<string>();
        var client = Script(row["answers"].Items, new List<Request>(), 0.4, retry => heard.Add(retry.Attempt + " " + retry.Wait.TotalSeconds.ToString(CultureInfo.InvariantCulture) + " " + retry.Cause), new[] { 0.005, 0.01 });
        await ThrownAsync(() => client.CreateInvoiceAsync(new { draft_key = "v-1" }));
        var expected = row["heard"].Items.Select(one => one["attempt"].Text + " " + one["waitSeconds"].Text + " " + (one["cause"]?.Text ?? "no answer"));
        Same(string.Join(", ", heard), string.Join(", ", expected), "retries: " + row["what"].Text);
    }

    private static async Task CheckWaits(Json row)
    {
        var clock = Stopwatch.StartNew();
        var at = new List<double>();
        var sent = new List<Request>();
        var client = Script(row["answers"].Items, sent, 20, hearSending: () => at.Add(clock.Elapsed.TotalSeconds));
        var ending = (await client.CreateInvoiceAsync(new { draft_key = "v-1" })).Type.ToString().ToLowerInvariant();
        var gaps = row["gaps"].Items.Select(one => (double)one.Decimal).ToList();
        Same(ending + sent.Count, row["ending"].Text + (gaps.Count + 1), "wait: " + row["what"].Text);
        // Timers may be early by a part of their unit.
        for (var index = 0; index < gaps.Count && index + 1 < at.Count; index += 1)
            Same(at[index + 1] - at[index] >= gaps[index] * 0.95, true, "a wait of " + gaps[index] + " s: " + row["what"].Text);
    }

    private static async Task CheckAfter(Json row)
    {
        double heard = -1;
        var options = new ClientOptions { Delays = new[] { TimeSpan.Zero }, OnRetry = retry => { heard = retry.Wait.TotalSeconds; throw new NotSupportedException(); } };
        var client = new Client(row["baseUrl"].Text, 1, "fed_1", options);
        Same(await ThrownAsync(() => client.GetInvoiceAsync(7)), "NotSupportedException", "Retry-After of " + row["what"].Text);
        Same(heard >= (double)row["leastS"].Decimal && heard <= (double)row["mostS"].Decimal, true, "Retry-After of " + row["what"].Text + ": " + heard);
    }

    // Before it is sent, within a request, and within a wait: with an id of the document, and without.
    private static async Task CheckCancelled()
    {
        foreach (var isWithinWait in new[] { false, true })
        foreach (var body in new[] { "{\"pending\": true, \"nota_id\": 9}", null })
        {
            var trips = 0;
            var leaving = new CancellationTokenSource();
            Func<Request, CancellationToken, Task<Answer>> send = (request, cancel) =>
            {
                trips += 1;
                if (isWithinWait) leaving.CancelAfter(50);
                else if (trips > 1) leaving.Cancel();
                if (leaving.IsCancellationRequested) return Task.FromResult(new Answer { Cause = new ObjectDisposedException("answer") });
                return Task.FromResult(new Answer { Status = body == null ? 503 : 202, Body = Json.Parse(body ?? "{}") });
            };
            var client = new Client("", 1, "", new ClientOptions { Send = send, Delays = new[] { Seconds(isWithinWait ? 60 : 0.005) } });
            var ending = "";
            try
            {
                ending = (await client.CreateInvoiceAsync(new { draft_key = "v-1" }, new CreateOptions { Cancel = leaving.Token })).Type.ToString();
            }
            catch (OutcomeUnknownException error)
            {
                ending = error.Key + error.InnerException.GetType().Name;
            }
            Same(ending, body == null ? "v-1OperationCanceledException" : "Pending", "a creation that is cancelled within a " + (isWithinWait ? "wait" : "request"));
        }
    }

    private static async Task CheckCompany()
    {
        var sent = new List<Request>();
        var client = Connect(request =>
        {
            sent.Add(request);
            return new Answer { Status = sent.Count == 1 ? 200 : 304, Body = Json.Parse("{}"), Headers = new Dictionary<string, string> { ["etag"] = "\"one\"" } };
        });
        var state = await client.GetCompanyAsync();
        Same(state.Etag + await client.GetCompanyAsync(state.Etag), "\"one\"", "a company, and then the same");
        Same(sent[0].Headers.Count + sent[1].Headers["If-None-Match"], "0\"one\"", "the tag of a company");
    }

    // A cursor is saved once its page is processed, and not before.
    private static async Task CheckChanges()
    {
        var seen = new List<string>();
        var client = Connect(request =>
        {
            var after = request.Query["after"];
            seen.Add("read " + after);
            return new Answer { Status = 200, Body = Json.Parse(after == "c0" ? "{\"cambios\":[{\"id\":\"1\"}],\"cursor\":\"c1\",\"hay_mas\":true}" : "{\"cambios\":[{\"id\":\"2\"}],\"cursor\":\"c2\",\"hay_mas\":false}") };
        });
        var changes = client.FollowChanges("c0", cursor => seen.Add("save " + cursor));
        for (var page = await changes.NextAsync(); page != null; page = await changes.NextAsync()) seen.AddRange(page.Select(one => "change " + one["id"].Text));
        Same(string.Join(", ", seen), "read c0, change 1, save c1, read c1, change 2, save c2", "changes and their cursors");
        Same(await changes.NextAsync() == null && seen.Count == 6, true, "the end of changes");
    }

    private static Client Connect(Func<Request, Answer> answer)
    {
        return new Client("", 1, "", new ClientOptions { Send = (request, cancel) => Task.FromResult(answer(request)) });
    }

    private static void CheckBody(string what, Func<object> make, string written)
    {
        if (written == null) Same(Thrown(() => Body.Write(new { items = new[] { make() } })), "NotSentException", "body: " + what);
        else Same(Body.Write(make()), written, "body: " + what);
    }

    // A program keeps an answer as it came.
    private static void CheckText()
    {
        const string Came = "{\"total\": 1.50, \"n\": 1e2, \"notas\": [ \"ñ \\u00e1\\\"\", null, true ]}";
        var answer = Json.Parse(" " + Came + "\n");
        Same(answer.ToString(), Came, "an answer as text");
        Same(answer["total"] + " " + answer["n"] + " " + answer["notas"] + answer["notas"].Items[1], "1.50 1e2 [ \"ñ \\u00e1\\\"\", null, true ]null", "its parts as text");
        Same(Json.Parse(answer.ToString())["notas"].Items[0].Text, "ñ á\"", "an answer that was kept");
    }

    private static void CheckWebhook()
    {
        var headers = new Dictionary<string, string>
        {
            ["Webhook-Id"] = "msg_p5jXN8AQM9LWM0D4loKWxJek",
            ["webhook-timestamp"] = "1614265330",
            ["webhook-signature"] = "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        };
        Func<string, long, string> check = (body, now) => Thrown(() => Webhook.Verify(headers, Encoding.UTF8.GetBytes(body), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now));
        Same(check("{\"test\": 2432232314}", 1614265330), "nothing", "the public vector of webhooks");
        Same(check("{\"test\": 2432232315}", 1614265330), "WebhookException", "an altered webhook");
        Same(check("{\"test\": 2432232314}", 1614265631), "WebhookException", "an old webhook");
    }

    private static async Task CheckStand()
    {
        var baseUrl = Environment.GetEnvironmentVariable("BASE_URL");
        var company = long.Parse(Environment.GetEnvironmentVariable("COMPANY_ID"));
        var token = Environment.GetEnvironmentVariable("TOKEN");
        var client = new Client(baseUrl, company, token, new ClientOptions { Delays = new[] { Seconds(0.05), Seconds(0.1) }, Patience = Seconds(20) });
        var first = await client.CreateInvoiceAsync(Sale("csharp-" + Guid.NewGuid()));
        Same(first.Type + first.Body["total"].Text, "Accepted119000.00", "a sale");
        Same((await client.CreateInvoiceAsync(Sale("csharp-" + Guid.NewGuid(), "#rechazo"))).Type, OutcomeType.Rejected, "a rejected sale");
        Same((await client.CreateInvoiceAsync(Sale("csharp-" + Guid.NewGuid(), "#silencio"))).Type, OutcomeType.Accepted, "a sale whose answer is lost");
        long seen = 0;
        var open = await client.CreateInvoiceAsync(Sale("csharp-" + Guid.NewGuid(), "#perdido"), new CreateOptions { Patience = Seconds(10), OnPending = id => seen = id });
        Same(open.Type == OutcomeType.Pending && open.Id == seen, true, "a sale that is not decided");
        Same(await ThrownAsync(() => client.CreateInvoiceAsync(new { draft_key = "csharp-empty", items = new object[0] })), "ApiException", "a sale without items");
        var note = await client.CreateCreditNoteAsync("anular-ñ-" + first.Id, new { factura_id = first.Id });
        var again = await client.CreateCreditNoteAsync("anular-ñ-" + first.Id, new { factura_id = first.Id });
        Same(again.Id == note.Id && again.IsReplay && !note.IsReplay, true, "a note, and the same again");
        Same((await client.DryRunAsync("/fe/facturas", Sale("csharp-dry")))["documento"]["total"].Text, "119000.00", "a rehearsal");
        Same((await client.ListInvoices(new Dictionary<string, string> { ["factura_id"] = first.Id.ToString() }).NextAsync())[0]["id"].Integer, (long?)note.Id, "the notes of a sale");
        var file = await client.GetInvoiceFileAsync(first.Id, "carta.pdf");
        Same(Encoding.ASCII.GetString(file.Content, 0, 5), "%PDF-", "its PDF");
        Same(await client.GetInvoiceFileAsync(first.Id, "carta.pdf", file.Etag), null, "its PDF, which is known");
        Same((await client.GetInvoiceFileAsync(first.Id, "tirilla-80.escpos?tabla=cp858")).Content.Length > 0, true, "its bytes for a printer");
        Same((await client.GetInvoiceAsync(first.Id))["doc"]["estado_authority"].Text, "aceptado", "a sale that is read");
        Same((await client.GetAcquirerAsync("13", "1399995"))["identification_number"].Text, "1399995", "a buyer");
        Same((await client.ListPaymentMethodsAsync()).Count > 0, true, "payment methods");
        Same((await client.ListThirdPartiesAsync("maria"))["terceros"].Items.Count > 0, true, "third parties");
        Same((await client.GetCompanyAsync()).Body["avisos"] != null, true, "the company");
        Same((await client.ReadChangesAsync(limit: 5))["cambios"].Items.Count, 5, "changes");
        var today = DateTimeOffset.UtcNow.ToOffset(TimeSpan.FromHours(-5)).ToString("yyyy-MM-dd");
        Same((await client.CloseInvoicesAsync(today, today))["total"] != null, true, "the closing of a day");
        Same(await ThrownAsync(() => client.GetSupportDocumentAsync(999999999)), "ApiException", "a document that is not there");
        await CheckHandOver(baseUrl);
        // It takes the connection, and never answers.
        var silent = new TcpListener(System.Net.IPAddress.Loopback, 0);
        silent.Start();
        var address = "http://127.0.0.1:" + ((System.Net.IPEndPoint)silent.LocalEndpoint).Port + "/api/ext/v2";
        var hasty = new Client(address, 1, "fed_1", new ClientOptions { Patience = Seconds(0.3) });
        Same(await ThrownAsync(() => hasty.CreateInvoiceAsync(Sale("csharp-silent"))), "OutcomeUnknownException", "a service that never answers");
    }

    private static async Task CheckHandOver(string baseUrl)
    {
        var company = long.Parse(Environment.GetEnvironmentVariable("MAILING_COMPANY_ID"));
        var client = new Client(baseUrl, company, Environment.GetEnvironmentVariable("MAILING_TOKEN"), new ClientOptions { Delays = new[] { Seconds(0.05) }, Patience = Seconds(20) });
        var sale = await client.CreateInvoiceAsync(Sale("csharp-" + Guid.NewGuid()));
        Same((await client.GiveInvoiceLinkAsync(sale.Id, new { dias = 30 }))["enlace"].Text.Contains("/d/"), true, "a link");
        Same((await client.EndInvoiceLinksAsync(sale.Id))["enlace"]?.Text, null, "the end of links");
        var to = new { correo = "contabilidad@cliente.example.com" };
        var mail = await client.SendInvoiceMailAsync(sale.Id, "envio-1", to);
        Same(mail["tipo"].Text + " " + mail["correo"].Text, "manual c***@cliente.example.com", "an e-mail");
        Same((await client.SendInvoiceMailAsync(sale.Id, "envio-1", to))["id"].Text, mail["id"].Text, "the same e-mail again");
        Same(await ThrownAsync(() => client.SendInvoiceMailAsync(sale.Id, "envio-ñ", to)), "NotSentException", "an e-mail whose key no header holds");
        for (var number = 2; number <= 5; number += 1) await client.SendInvoiceMailAsync(sale.Id, "envio-" + number, to);
        Same(await ThrownAsync(() => client.SendInvoiceMailAsync(sale.Id, "envio-6", to)), "ApiException", "one e-mail too many, which is not waited for");
        var own = await client.ListInvoiceMailAsync(sale.Id);
        Same(own.Count(one => one["tipo"].Text == "manual"), 5, "the e-mails of a sale");
        Same((await client.ListMail().NextAsync()).Any(one => one["id"].Text == mail["id"].Text), true, "the e-mails of a company");
    }

    // A buyer of its own: other programmes sell to others of the same company meanwhile.
    private static readonly string Buyer = new Random().Next(100000000, 999999999).ToString();

    private static object Sale(string key, string tag = "")
    {
        return new
        {
            draft_key = key,
            receptor = new { tipo_doc = "13", numero_doc = Buyer, nombre = ("María Gómez " + tag).Trim(), email = "m@example.com" },
            items = new[] { new { desc = "Servicio", cant = 1, unit = 100000.00m, iva = 19 } },
        };
    }

    // Exactly, where FromSeconds of .NET Framework rounds to milliseconds.
    private static TimeSpan Seconds(double seconds)
    {
        return TimeSpan.FromTicks((long)(seconds * TimeSpan.TicksPerSecond));
    }

    // A client that gets these answers in turn, and then none.
    private static Client Script(IReadOnlyList<Json> answers, List<Request> sent, double patienceS = 0.4, Action<Retry> onRetry = null, double[] delaysS = null, Action hearSending = null)
    {
        return new Client("", 1, "", new ClientOptions
        {
            Delays = (delaysS ?? Short).Select(Seconds).ToArray(),
            Patience = Seconds(patienceS),
            OnRetry = onRetry,
            Send = (request, cancel) =>
            {
                var answer = sent.Count < answers.Count ? answers[sent.Count] : null;
                sent.Add(request);
                hearSending?.Invoke();
                var status = answer?["status"]?.Integer;
                if (status == null) return Task.FromResult(new Answer());
                return Task.FromResult(new Answer { Status = (int)status.Value, Body = answer["body"], RetryAfter = Seconds((double)(answer["after"]?.Decimal ?? 0)) });
            },
        });
    }

    private static void Same<T>(T seen, T expected, string what)
    {
        count += 1;
        if (!Equals(seen, expected)) Problems.Add(what + ": " + seen + ", not " + expected);
    }

    private static string Thrown(Action work)
    {
        try
        {
            work();
            return "nothing";
        }
        catch (Exception error)
        {
            return error.GetType().Name;
        }
    }

    private static async Task<string> ThrownAsync(Func<Task> work)
    {
        return (await SaidAsync(work)).Split(' ')[0];
    }

    // The name of what is thrown, and what it says.
    private static async Task<string> SaidAsync(Func<Task> work)
    {
        try
        {
            await work();
            return "nothing";
        }
        catch (Exception error)
        {
            return error.GetType().Name + " " + error.Message;
        }
    }
}
