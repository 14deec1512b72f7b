using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace FacturaEdge
{
    /// <summary>The end of a creation; <c>Pending</c> when the patience is over and the authority has not decided.</summary>
    public enum OutcomeType
    {
        Accepted,
        Rejected,
        Pending,
    }

    /// <summary>What a creation came to.</summary>
    public sealed class Outcome
    {
        public OutcomeType Type { get; }
        public long Id { get; }
        public bool IsReplay { get; }

        /// <summary>The service's last answer to the POST, whole; null while pending.</summary>
        public Json Body { get; }

        internal Outcome(OutcomeType type, long id, bool isReplay = false, Json body = null)
        {
            Type = type;
            Id = id;
            IsReplay = isReplay;
            Body = body;
        }
    }

    /// <summary>What belongs to one creation.</summary>
    public sealed class CreateOptions
    {
        /// <summary>How long this creation is pursued in all, instead of the client's own.</summary>
        public TimeSpan? Patience { get; set; }

        /// <summary>Called once, as soon as the document exists and the authority has not decided.</summary>
        public Action<long> OnPending { get; set; }

        /// <summary>
        /// Ends the pursuit, also a request under way, and takes nothing back: the same key and body find the document. Before anything is
        /// sent it is a <see cref="NotSentException"/>; then the outcome is pending once its id is known, and until then an
        /// <see cref="OutcomeUnknownException"/> whose inner exception is an <see cref="OperationCanceledException"/>.
        /// </summary>
        public CancellationToken Cancel { get; set; }
    }

    /// <summary>A request that is about to be sent again.</summary>
    public sealed class Retry
    {
        /// <summary>How many tries there were so far.</summary>
        public int Attempt { get; internal set; }

        public TimeSpan Wait { get; internal set; }

        /// <summary>What the last one met: <c>Connection refused</c>, <c>HTTP 503</c>.</summary>
        public string Cause { get; internal set; }
    }

    /// <summary>How long to wait between tries, and in all.</summary>
    internal sealed class Pace
    {
        public static readonly TimeSpan[] UsualDelays = new[] { 5, 15, 30, 60 }.Select(seconds => TimeSpan.FromSeconds(seconds)).ToArray();
        private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);
        private readonly IReadOnlyList<TimeSpan> delays;
        private readonly TimeSpan patience;
        private readonly Action<Retry> onRetry;
        private readonly Stopwatch clock = Stopwatch.StartNew();

        /// <exception cref="NotSentException">One cannot be right.</exception>
        public Pace(IReadOnlyList<TimeSpan> delays, TimeSpan patience, Action<Retry> onRetry)
        {
            if (patience <= TimeSpan.Zero) throw new NotSentException("Patience is " + patience);
            if (delays.Count == 0 || delays.Any(delay => delay < TimeSpan.Zero)) throw new NotSentException("Delays is [" + string.Join(", ", delays) + "]");
            this.delays = delays;
            this.patience = patience;
            this.onRetry = onRetry;
        }

        /// <summary>The same with a patience that begins now, and of its own where one is given.</summary>
        public Pace Start(TimeSpan? ownPatience = null)
        {
            return new Pace(delays, ownPatience ?? patience, onRetry);
        }

        /// <summary>The request, whose answer is waited for no longer than the patience lasts.</summary>
        public Request Limit(Request request)
        {
            var left = patience - clock.Elapsed;
            return request.Within(left > Shortest ? left : Shortest);
        }

        /// <summary>Whether it is over once so much more time has passed.</summary>
        public bool IsOver(TimeSpan delay, CancellationToken cancel)
        {
            return cancel.IsCancellationRequested || clock.Elapsed >= patience - delay;
        }

        /// <summary>Waits before the next try, or less when it is cancelled, and says so when it is for want of an answer.</summary>
        /// <returns>False at once when the patience would be over by then.</returns>
        public async Task<bool> PauseAsync(int tries, Answer answer, CancellationToken cancel)
        {
            var verdict = Creation.Judge(answer);
            var delay = delays[Math.Min(tries, delays.Count - 1)];
            if (delay < verdict.Wait) delay = verdict.Wait;
            if (IsOver(delay, cancel)) return false;
            if (verdict.Type == "again")
                onRetry?.Invoke(new Retry { Attempt = tries + 1, Wait = delay, Cause = answer.Status == 0 ? NoAnswerException.Explain(answer.Cause) : "HTTP " + answer.Status });
            await Task.WhenAny(Task.Delay(delay, cancel)).ConfigureAwait(false);
            return true;
        }
    }

    /// <summary>What to do about an answer: <c>settled</c>, <c>pending</c> (never another key), <c>again</c> (the same key) or <c>refused</c>.</summary>
    internal struct Verdict
    {
        public string Type;
        public bool IsAccepted;
        public long? Id;
        public TimeSpan Wait;
    }

    /// <summary>Pursues a creation to its final outcome with one key from beginning to end, by the retry table of the API.</summary>
    internal static class Creation
    {
        /// <summary>Refusals for which the service has looked at the key or the body: nothing was issued under this key with this body.</summary>
        private static readonly int[] Conclusive = { 400, 409, 413, 415, 422 };

        public static Verdict Judge(Answer answer)
        {
            var status = answer.Status;
            var body = answer.Body;
            if (status == 0) return new Verdict { Type = "again" };
            var again = new Verdict { Type = "again", Wait = answer.RetryAfter };
            if (status == 408 || status == 429) return again;
            if (body == null) return status >= 300 && status < 500 ? new Verdict { Type = "refused" } : again;
            if (status == 200 || status == 201) return new Verdict { Type = "settled", IsAccepted = true };
            if (status == 422) return new Verdict { Type = "settled" };
            if (status == 202 || body["pending"]?.IsTrue == true) return new Verdict { Type = "pending", Id = FindId(body), Wait = answer.RetryAfter };
            return status >= 500 ? again : new Verdict { Type = "refused" };
        }

        /// <summary>The answer about a note names the invoice that it corrects too: its own id comes first.</summary>
        private static long? FindId(Json body)
        {
            var id = (body?["nota_id"] ?? body?["factura_id"] ?? body?["documento"]?["id"])?.Integer;
            return id > 0 ? id : null;
        }

        /// <summary>Creates and waits for the final state; the patience of <paramref name="pace"/> has just begun.</summary>
        public static async Task<Outcome> PursueAsync(Func<Request, CancellationToken, Task<Answer>> send, string key, Request request, Func<long, string> pathOf, Pace pace, CreateOptions options)
        {
            var cancel = options.Cancel;
            if (cancel.IsCancellationRequested) throw new NotSentException("it was cancelled before");
            long? id = null;
            var isUncertain = false;
            Exception last;
            for (var tries = 0; ; tries += 1)
            {
                var answer = await send(pace.Limit(request), cancel).ConfigureAwait(false);
                var verdict = Judge(answer);
                var settled = verdict.Type == "settled" ? FindId(answer.Body) : null;
                if (settled != null)
                    return new Outcome(verdict.IsAccepted ? OutcomeType.Accepted : OutcomeType.Rejected, settled.Value, answer.IsReplay, answer.Body);
                if (verdict.Type == "refused" || answer.Status == 422)
                {
                    last = new ApiException(answer.Status, answer.Body);
                    if (!isUncertain || Conclusive.Contains(answer.Status)) throw last;
                    break;
                }
                last = answer.Cause ?? new NoAnswerException("HTTP " + answer.Status);
                isUncertain = isUncertain || answer.Status != 429;
                if (id == null && verdict.Id != null)
                {
                    id = verdict.Id;
                    options.OnPending?.Invoke(id.Value);
                }
                if (!await pace.PauseAsync(tries, answer, cancel).ConfigureAwait(false)) break;
                // Once it is final the POST is repeated a last time: its replay carries what the authority said.
                if (id != null) await WaitUntilFinalAsync(send, pathOf(id.Value), pace, cancel).ConfigureAwait(false);
                if (pace.IsOver(TimeSpan.Zero, cancel)) break;
            }
            if (id == null) throw new OutcomeUnknownException(key, cancel.IsCancellationRequested ? new OperationCanceledException(cancel) : last);
            return new Outcome(OutcomeType.Pending, id.Value);
        }

        /// <summary>Reads the document until its state is final; a client that may not read leaves it to the replays.</summary>
        private static async Task WaitUntilFinalAsync(Func<Request, CancellationToken, Task<Answer>> send, string path, Pace pace, CancellationToken cancel)
        {
            for (var tries = 1; !cancel.IsCancellationRequested; tries += 1)
            {
                var answer = await send(pace.Limit(new Request("GET", path)), cancel).ConfigureAwait(false);
                if (answer.Status >= 400 && answer.Status < 500 && answer.Status != 408 && answer.Status != 429) return;
                if (answer.Status == 200 && !IsPending(answer.Body)) return;
                if (!await pace.PauseAsync(tries, answer, cancel).ConfigureAwait(false)) return;
            }
        }

        /// <summary>Support documents say <c>pending</c>, invoices their state.</summary>
        private static bool IsPending(Json body)
        {
            var pending = body?["pending"];
            if (pending != null && pending.IsBoolean) return pending.IsTrue;
            var state = body?["doc"]?["estado_authority"]?.Text;
            return state != "aceptado" && state != "rechazado";
        }
    }
}
