using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace FacturaEdge
{
    /// <summary>A file of a document; keep its etag: it says later whether the file is still this one.</summary>
    public sealed class DocumentFile
    {
        public string Name { get; internal set; }
        public string MediaType { get; internal set; }
        public string Etag { get; internal set; }
        public byte[] Content { get; internal set; }
    }

    /// <summary>An answer that is kept until it changes; its etag says later whether it is still this one.</summary>
    public sealed class Tagged
    {
        public string Etag { get; internal set; }
        public Json Body { get; internal set; }
    }

    /// <summary>Pages of a list, as they are asked for.</summary>
    public sealed class Pages
    {
        private readonly Func<string, CancellationToken, Task<Json>> read;
        private readonly string member;
        private readonly Action<string> save;
        private string saved;
        private string cursor;
        private bool isOver;

        internal Pages(Func<string, CancellationToken, Task<Json>> read, string member, string after = null, Action<string> save = null)
        {
            this.read = read;
            this.member = member;
            this.save = save;
            saved = cursor = after;
        }

        /// <summary>The rows of the next page; null at the end.</summary>
        public async Task<IReadOnlyList<Json>> NextAsync(CancellationToken cancel = default(CancellationToken))
        {
            // Who asks for the next page has processed the one before.
            if (cursor != saved) save?.Invoke(cursor);
            saved = cursor;
            if (isOver) return null;
            var page = await read(cursor, cancel).ConfigureAwait(false);
            cursor = page["cursor"]?.Text;
            isOver = cursor == null || page["hay_mas"]?.IsTrue != true;
            return page[member]?.Items ?? new Json[0];
        }
    }

    /// <summary>How a client waits, and in which language it is spoken to.</summary>
    public sealed class ClientOptions
    {
        /// <summary>Of a request; the service answers a creation within 25 s.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>Waits between tries, the last one from then on.</summary>
        public IReadOnlyList<TimeSpan> Delays { get; set; } = Pace.UsualDelays;

        /// <summary>The longest time of any call, all its tries included; a creation is then handed back as pending.</summary>
        public TimeSpan Patience { get; set; } = TimeSpan.FromMinutes(10);

        /// <summary>Of the service's sentences: <c>es</c> or <c>en</c>.</summary>
        public string Language { get; set; } = "es";

        /// <summary>Called before each wait for the same request again.</summary>
        public Action<Retry> OnRetry { get; set; }

        /// <summary>Sends requests instead of HTTP.</summary>
        public Func<Request, CancellationToken, Task<Answer>> Send { get; set; }
    }

    /// <summary>
    /// A client of one company, of version 2 of the API: creations that never issue twice, reads that retry, lists page by page. Bodies are
    /// anonymous objects, dictionaries and lists with the names of the reference.
    /// </summary>
    public sealed class Client
    {
        private const int ReadTries = 4;
        private const int PageSize = 100;
        private readonly Func<Request, CancellationToken, Task<Answer>> send;
        private readonly Pace pace;

        /// <param name="baseUrl">Ends in <c>/api/ext/v2</c>.</param>
        /// <param name="companyId">Whose documents these are.</param>
        /// <param name="token">A server-side secret.</param>
        /// <param name="options">How it waits.</param>
        /// <exception cref="NotSentException">An option cannot be right.</exception>
        public Client(string baseUrl, long companyId, string token, ClientOptions options = null)
        {
            var chosen = options ?? new ClientOptions();
            pace = new Pace(chosen.Delays, chosen.Patience, chosen.OnRetry);
            send = chosen.Send ?? new Transport(baseUrl, companyId, token, chosen.Timeout, chosen.Language).SendAsync;
        }

        /// <summary>Issues an invoice and waits for its final state; safe to repeat with the same <c>draft_key</c> and body.</summary>
        public Task<Outcome> CreateInvoiceAsync(object body, CreateOptions options = null)
        {
            return CreateAsync("/fe/facturas", FindKey(body) ?? "", body, PathOfInvoice, options);
        }

        /// <summary>Issues a credit note on an invoice; <c>new { factura_id = 812 }</c> annuls it whole.</summary>
        /// <param name="key">A stable id of the operation in your system, at most 120 characters.</param>
        /// <param name="body">What the note says.</param>
        /// <param name="options">What belongs to this creation.</param>
        public Task<Outcome> CreateCreditNoteAsync(string key, object body, CreateOptions options = null)
        {
            return CreateAsync("/fe/notas-credito", key, body, PathOfInvoice, options);
        }

        public Task<Outcome> CreateDebitNoteAsync(string key, object body, CreateOptions options = null)
        {
            return CreateAsync("/fe/notas-debito", key, body, PathOfInvoice, options);
        }

        public Task<Outcome> CreateSupportDocumentAsync(string key, object body, CreateOptions options = null)
        {
            return CreateAsync("/dse/documentos", key, body, PathOfSupportDocument, options);
        }

        public Task<Outcome> CreateAdjustmentNoteAsync(string key, object body, CreateOptions options = null)
        {
            return CreateAsync("/dse/notas-ajuste", key, body, PathOfSupportDocument, options);
        }

        /// <summary>Sells with a ticket and waits for its final state; safe to repeat with the same key and body.</summary>
        public Task<Outcome> CreateTicketAsync(string key, object body, CreateOptions options = null)
        {
            return CreateAsync("/dee/documentos", key, body, PathOfTicket, options);
        }

        /// <summary>Issues a credit note on a ticket; <c>new { documento_id = 812 }</c> annuls it whole.</summary>
        public Task<Outcome> CreateTicketCreditNoteAsync(string key, object body, CreateOptions options = null)
        {
            return CreateAsync("/dee/notas-credito", key, body, PathOfTicket, options);
        }

        public Task<Outcome> CreateTicketDebitNoteAsync(string key, object body, CreateOptions options = null)
        {
            return CreateAsync("/dee/notas-debito", key, body, PathOfTicket, options);
        }

        /// <summary>Everything up to numbering; nothing is kept.</summary>
        /// <param name="path">Of the creation: <c>/fe/facturas</c>, <c>/fe/notas-credito</c>, <c>/dse/documentos</c>, …</param>
        /// <param name="body">What would be created.</param>
        public Task<Json> DryRunAsync(string path, object body, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("POST", path, Query("dry_run", "true"), body: Body.Write(body)), cancel);
        }

        /// <summary>An invoice, or a note on one, whole: <c>doc</c>, and beside it what is printed.</summary>
        public Task<Json> GetInvoiceAsync(long id, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("GET", PathOfInvoice(id)), cancel);
        }

        public Task<Json> GetSupportDocumentAsync(long id, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("GET", PathOfSupportDocument(id)), cancel);
        }

        /// <summary>A ticket, or a note on one.</summary>
        public Task<Json> GetTicketAsync(long id, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("GET", PathOfTicket(id)), cancel);
        }

        /// <summary>A file of an invoice or of its note: xml, respuesta, contenedor, carta.pdf, tirilla-80.pdf, tirilla-58.pdf, qr.svg, qr.png, tirilla-80.escpos or tirilla-58.escpos (the code page behind it: `?tabla=cp858`).</summary>
        /// <returns>Null when it is still the one whose etag is <paramref name="known"/>.</returns>
        public Task<DocumentFile> GetInvoiceFileAsync(long id, string name, string known = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadFileAsync(PathOfInvoice(id), name, known, cancel);
        }

        /// <summary>A file of a support document or of its note; they have no <c>contenedor</c>.</summary>
        public Task<DocumentFile> GetSupportDocumentFileAsync(long id, string name, string known = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadFileAsync(PathOfSupportDocument(id), name, known, cancel);
        }

        /// <summary>A file of a ticket or of its note.</summary>
        public Task<DocumentFile> GetTicketFileAsync(long id, string name, string known = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadFileAsync(PathOfTicket(id), name, known, cancel);
        }

        /// <summary>Invoices and their notes; <paramref name="filter"/> has the names of the query (<c>desde</c>, <c>estado</c>, …).</summary>
        public Pages ListInvoices(IReadOnlyDictionary<string, string> filter = null)
        {
            return Walk("/fe/docs", filter, "docs");
        }

        public Pages ListSupportDocuments(IReadOnlyDictionary<string, string> filter = null)
        {
            return Walk("/dse/documentos", filter, "docs");
        }

        /// <summary>Tickets and their notes; <c>caja</c> is the plate of the till.</summary>
        public Pages ListTickets(IReadOnlyDictionary<string, string> filter = null)
        {
            return Walk("/dee/documentos", filter, "docs");
        }

        /// <summary>What was invoiced on some days (at most 31, inclusive), notes counted against.</summary>
        public Task<Json> CloseInvoicesAsync(string desde, string hasta, string agrupar = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("GET", "/fe/resumen", Query("desde", desde, "hasta", hasta, "agrupar", agrupar)), cancel);
        }

        public Task<Json> CloseSupportDocumentsAsync(string desde, string hasta, string agrupar = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("GET", "/dse/resumen", Query("desde", desde, "hasta", hasta, "agrupar", agrupar)), cancel);
        }

        public Task<Json> CloseTicketsAsync(string desde, string hasta, string agrupar = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("GET", "/dee/resumen", Query("desde", desde, "hasta", hasta, "agrupar", agrupar)), cancel);
        }

        /// <summary>The link that opens an invoice for its buyer, without a token; <c>new { renovar = true }</c> ends all earlier ones.</summary>
        public Task<Json> GiveInvoiceLinkAsync(long id, object body = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("POST", PathOfInvoice(id) + "/enlace", body: Body.Write(body ?? new { })), cancel);
        }

        /// <summary>Ends all links of an invoice, until another is asked for.</summary>
        public Task<Json> EndInvoiceLinksAsync(long id, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("DELETE", PathOfInvoice(id) + "/enlace"), cancel);
        }

        /// <summary>Sends an accepted invoice by e-mail once more; with the same key and body it is sent once.</summary>
        /// <param name="id">Of the invoice.</param>
        /// <param name="key">A stable id of the sending in your system: ASCII, at most 120 characters.</param>
        /// <param name="body"><c>correo</c> and <c>mensaje</c>.</param>
        /// <exception cref="ApiException">Such as <c>mail_disabled</c>; <c>envio_limit</c> is not waited for.</exception>
        public Task<Json> SendInvoiceMailAsync(long id, string key, object body, CancellationToken cancel = default(CancellationToken))
        {
            return OrderMailAsync(PathOfInvoice(id), key, body, cancel);
        }

        /// <summary>The e-mails of an invoice, the newest first.</summary>
        public async Task<IReadOnlyList<Json>> ListInvoiceMailAsync(long id, CancellationToken cancel = default(CancellationToken))
        {
            return (await ReadAsync(new Request("GET", PathOfInvoice(id) + "/envios"), cancel).ConfigureAwait(false))["envios"].Items;
        }

        /// <summary>The link that opens a ticket for its buyer, without a token; <c>new { renovar = true }</c> ends all earlier ones.</summary>
        public Task<Json> GiveTicketLinkAsync(long id, object body = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("POST", PathOfTicket(id) + "/enlace", body: Body.Write(body ?? new { })), cancel);
        }

        /// <summary>Ends all links of a ticket, until another is asked for.</summary>
        public Task<Json> EndTicketLinksAsync(long id, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("DELETE", PathOfTicket(id) + "/enlace"), cancel);
        }

        /// <summary>Sends an accepted ticket by e-mail once more; with the same key and body it is sent once.</summary>
        /// <param name="id">Of the ticket.</param>
        /// <param name="key">A stable id of the sending in your system: ASCII, at most 120 characters.</param>
        /// <param name="body"><c>correo</c> and <c>mensaje</c>.</param>
        /// <exception cref="ApiException">Such as <c>mail_disabled</c>; <c>envio_limit</c> is not waited for.</exception>
        public Task<Json> SendTicketMailAsync(long id, string key, object body, CancellationToken cancel = default(CancellationToken))
        {
            return OrderMailAsync(PathOfTicket(id), key, body, cancel);
        }

        /// <summary>The e-mails of a ticket, the newest first.</summary>
        public async Task<IReadOnlyList<Json>> ListTicketMailAsync(long id, CancellationToken cancel = default(CancellationToken))
        {
            return (await ReadAsync(new Request("GET", PathOfTicket(id) + "/envios"), cancel).ConfigureAwait(false))["envios"].Items;
        }

        /// <summary>The e-mails of all documents, the newest first; <paramref name="filter"/> has <c>estado</c>, <c>desde</c>, <c>hasta</c>.</summary>
        public Pages ListMail(IReadOnlyDictionary<string, string> filter = null)
        {
            return new Pages((after, cancel) => ReadAsync(new Request("GET", "/envios", Continue(filter, after)), cancel), "envios");
        }

        public async Task<IReadOnlyList<Json>> ListPaymentMethodsAsync(CancellationToken cancel = default(CancellationToken))
        {
            return (await ReadAsync(new Request("GET", "/fe/payment-methods"), cancel).ConfigureAwait(false))["payment_methods"].Items;
        }

        /// <summary>A page of the buyers that documents named; its <c>pages</c> says how many there are.</summary>
        public Task<Json> ListThirdPartiesAsync(string q = null, int page = 1, CancellationToken cancel = default(CancellationToken))
        {
            var query = Query("q", q, "page", Number(page), "per_page", Number(PageSize));
            return ReadAsync(new Request("GET", "/fe/terceros", query), cancel);
        }

        public async Task<IReadOnlyList<Json>> ListBranchesAsync(CancellationToken cancel = default(CancellationToken))
        {
            return (await ReadAsync(new Request("GET", "/establecimientos"), cancel).ConfigureAwait(false))["establecimientos"].Items;
        }

        /// <summary>Name and e-mail that the authority has of a buyer.</summary>
        public async Task<Json> GetAcquirerAsync(string type, string number, bool isForced = false, CancellationToken cancel = default(CancellationToken))
        {
            var body = Body.Write(new Dictionary<string, object> { ["identification_type"] = type, ["identification_number"] = number, ["force_refresh"] = isForced });
            return (await ReadAsync(new Request("POST", "/authority/get-acquirer", body: body), cancel).ConfigureAwait(false))["acquirer"];
        }

        /// <summary>One page of changes; keep its <c>cursor</c> once the page is processed.</summary>
        public Task<Json> ReadChangesAsync(string after = null, int? limit = null, int? wait = null, CancellationToken cancel = default(CancellationToken))
        {
            return ReadAsync(new Request("GET", "/cambios", Query("after", after, "limit", Number(limit), "wait", Number(wait))), cancel);
        }

        /// <summary>
        /// Every change from the cursor that was kept on to the present one, page by page. A program that stops within a page gets that
        /// page again, so process a change by its <c>id</c>.
        /// </summary>
        /// <param name="after">The cursor that was kept; null at the first start: from the oldest change that is kept.</param>
        /// <param name="save">Called with the cursor of a page once the next one is asked for, or the end.</param>
        public Pages FollowChanges(string after, Action<string> save)
        {
            return new Pages((cursor, cancel) => ReadChangesAsync(cursor, PageSize, cancel: cancel), "cambios", after, save);
        }

        /// <summary>What the company issues with, and the warnings to show before something ends.</summary>
        /// <returns>Null when it is still the state whose etag is <paramref name="known"/>.</returns>
        public async Task<Tagged> GetCompanyAsync(string known = null, CancellationToken cancel = default(CancellationToken))
        {
            var request = new Request("GET", "/empresa", headers: known == null ? null : Query("If-None-Match", known));
            var answer = await FetchAsync(request, one => one.Status == 304 || (one.Status == 200 && one.Body != null), cancel).ConfigureAwait(false);
            return answer.Status == 304 ? null : new Tagged { Etag = FindHeader(answer, "etag"), Body = answer.Body };
        }

        public async Task<IReadOnlyList<Json>> ListWebhooksAsync(CancellationToken cancel = default(CancellationToken))
        {
            return (await ReadAsync(new Request("GET", "/webhooks"), cancel).ConfigureAwait(false))["webhooks"].Items;
        }

        public Pages ListWebhookDeliveries(string webhookId)
        {
            var path = "/webhooks/" + Uri.EscapeDataString(webhookId) + "/entregas";
            return new Pages((after, cancel) => ReadAsync(new Request("GET", path, Query("after", after)), cancel), "entregas");
        }

        private static string PathOfInvoice(long id)
        {
            return PathOf("/fe/docs/", id);
        }

        private static string PathOfSupportDocument(long id)
        {
            return PathOf("/dse/documentos/", id);
        }

        private static string PathOfTicket(long id)
        {
            return PathOf("/dee/documentos/", id);
        }

        private static string PathOf(string list, long id)
        {
            var number = id.ToString(CultureInfo.InvariantCulture);
            if (id < 1) throw new NotSentException("the id of a document is a number from 1 on: not " + number);
            return list + number;
        }

        private static string Number(int? value)
        {
            return value?.ToString(CultureInfo.InvariantCulture);
        }

        /// <summary>Names and values in turn.</summary>
        private static IReadOnlyDictionary<string, string> Query(params string[] pairs)
        {
            return Enumerable.Range(0, pairs.Length / 2).ToDictionary(at => pairs[2 * at], at => pairs[2 * at + 1]);
        }

        /// <summary>The service takes null and an empty text for no key.</summary>
        private static string FindKey(object body)
        {
            var own = Body.FindMembers(body)?.FirstOrDefault(one => one.Key == "draft_key").Value;
            var key = own is Json kept ? kept.Text : own as string;
            return key == "" ? null : key;
        }

        private Task<Outcome> CreateAsync(string path, string key, object body, Func<long, string> pathOf, CreateOptions options)
        {
            var members = Body.FindMembers(body) ?? throw new NotSentException("the body is no object: give an anonymous one, a dictionary, one of properties or a Json");
            if (string.IsNullOrWhiteSpace(key)) throw new NotSentException("a creation needs a key, as text, which makes its retries safe: that of an invoice is its draft_key");
            var own = FindKey(body);
            if (own != null && own != key) throw new NotSentException("draft_key is not the key " + key);
            // A header holds ASCII alone on its way; any other key goes in the body, where every creation reads `draft_key`.
            var isHeader = own == null && Regex.IsMatch(key, @"\A[ -~]+\z");
            var whole = members.ToDictionary(one => one.Key, one => one.Value);
            if (!isHeader) whole["draft_key"] = key;
            var headers = isHeader ? Query("Idempotency-Key", key) : null;
            var request = new Request("POST", path, headers: headers, body: Body.Write(whole));
            var chosen = options ?? new CreateOptions();
            return Creation.PursueAsync(send, key, request, pathOf, pace.Start(chosen.Patience), chosen);
        }

        private async Task<Json> OrderMailAsync(string path, string key, object body, CancellationToken cancel)
        {
            if (string.IsNullOrWhiteSpace(key) || !Regex.IsMatch(key, @"\A[ -~]+\z")) throw new NotSentException("a sending needs a key in ASCII, which makes its retries safe");
            var request = new Request("POST", path + "/envios", headers: Query("Idempotency-Key", key), body: Body.Write(body));
            return (await ReadAsync(request, cancel).ConfigureAwait(false))["envio"];
        }

        private async Task<Json> ReadAsync(Request request, CancellationToken cancel)
        {
            return (await FetchAsync(request, one => (one.Status == 200 || one.Status == 202) && one.Body != null, cancel).ConfigureAwait(false)).Body;
        }

        private async Task<DocumentFile> ReadFileAsync(string path, string name, string known, CancellationToken cancel)
        {
            var headers = known == null ? Query("Accept", "*/*") : Query("Accept", "*/*", "If-None-Match", known);
            var parts = name.Split(new[] { '?' }, 2);
            var pairs = parts.Skip(1).SelectMany(query => query.Split('&')).Select(pair => (pair + "=").Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);
            var request = new Request("GET", path + "/archivos/" + Uri.EscapeDataString(parts[0]), pairs, headers);
            var answer = await FetchAsync(request, one => (one.Status == 200 || one.Status == 304) && one.Headers.ContainsKey("etag"), cancel).ConfigureAwait(false);
            if (answer.Status == 304) return null;
            var named = Regex.Match(FindHeader(answer, "content-disposition"), "filename=\"([^\"]*)\"");
            return new DocumentFile
            {
                Name = named.Success ? named.Groups[1].Value : name,
                MediaType = FindHeader(answer, "content-type"),
                Etag = FindHeader(answer, "etag"),
                Content = answer.Content,
            };
        }

        private static string FindHeader(Answer answer, string name)
        {
            return answer.Headers.TryGetValue(name, out var value) ? value : "";
        }

        private Pages Walk(string path, IReadOnlyDictionary<string, string> filter, string member)
        {
            return new Pages((after, cancel) =>
            {
                var query = Continue(filter, after);
                query["per_page"] = Number(PageSize);
                return ReadAsync(new Request("GET", path, query), cancel);
            }, member);
        }

        private static Dictionary<string, string> Continue(IReadOnlyDictionary<string, string> filter, string after)
        {
            var query = (filter ?? new Dictionary<string, string>()).ToDictionary(one => one.Key, one => one.Value);
            query["after"] = after;
            return query;
        }

        /// <summary>A request that issues nothing, repeated while repeating can help.</summary>
        /// <exception cref="OperationCanceledException">The caller no longer waits.</exception>
        private async Task<Answer> FetchAsync(Request request, Func<Answer, bool> isRight, CancellationToken cancel)
        {
            var started = pace.Start();
            for (var tries = 0; ; tries += 1)
            {
                cancel.ThrowIfCancellationRequested();
                var answer = await send(started.Limit(request), cancel).ConfigureAwait(false);
                if (isRight(answer)) return answer;
                var verdict = Creation.Judge(answer);
                var isFinal = answer.Body?["code"]?.Text == "envio_limit";
                var isUseful = verdict.Type == "again" && !isFinal && tries + 1 < ReadTries;
                if (!isUseful || !await started.PauseAsync(tries, answer, cancel).ConfigureAwait(false))
                {
                    cancel.ThrowIfCancellationRequested();
                    throw answer.Status == 0 ? (Exception)new NoAnswerException("no answer to " + request.Method + " " + request.Path + ": " + NoAnswerException.Explain(answer.Cause), answer.Cause) : new ApiException(answer.Status, answer.Body);
                }
            }
        }
    }
}
