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
        /// <summary>Seconds that this creation is pursued, instead of the client's own.</summary>
        public double? PatienceS { get; set; }

        /// <summary>Called once, as soon as the document exists and the authority has not decided.</summary>
        public Action<long> OnPending { get; set; }

        /// <summary>Ends the pursuit, and takes nothing back: the same key and body find the document.</summary>
        public CancellationToken Cancel { get; set; }
    }

    /// <summary>How long to wait between tries, and in all.</summary>
    internal sealed class Pace
    {
        public static readonly double[] UsualDelaysS = { 5, 15, 30, 60 };
        public readonly IReadOnlyList<double> DelaysS;
        public readonly double PatienceS;

        /// <exception cref="NotSentException">One cannot be right.</exception>
        public Pace(IReadOnlyList<double> delaysS, double patienceS)
        {
            if (!(patienceS >= 0)) throw new NotSentException("patienceS is " + patienceS);
            if (delaysS.Count == 0 || !delaysS.All(delayS => delayS >= 0)) throw new NotSentException("delaysS is [" + string.Join(", ", delaysS) + "]");
            DelaysS = delaysS;
            PatienceS = patienceS;
        }

        public double Pick(int tries)
        {
            return DelaysS[Math.Min(tries, DelaysS.Count - 1)];
        }

        /// <summary>Waits, or less when it is cancelled.</summary>
        public static async Task WaitAsync(double delayS, CancellationToken cancel)
        {
            try
            {
                await Task.Delay(TimeSpan.FromSeconds(delayS), cancel).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                return;
            }
        }
    }

    /// <summary>What to do about an answer: <c>settled</c>, <c>pending</c> (never another key), <c>again</c> (the same key) or <c>refused</c>.</summary>
    internal struct Verdict
    {
        public string Type;
        public bool IsAccepted;
        public long? Id;
        public double WaitS;
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
            var again = new Verdict { Type = "again", WaitS = answer.RetryAfterS };
            if (status == 408 || status == 429) return again;
            if (body == null) return status >= 300 && status < 500 ? new Verdict { Type = "refused" } : again;
            if (status == 200 || status == 201) return new Verdict { Type = "settled", IsAccepted = true };
            if (status == 422) return new Verdict { Type = "settled" };
            if (status == 202 || body["pending"]?.IsTrue == true) return new Verdict { Type = "pending", Id = FindId(body) };
            return status >= 500 ? again : new Verdict { Type = "refused" };
        }

        /// <summary>The answer about a note names the invoice that it corrects too: its own id comes first.</summary>
        private static long? FindId(Json body)
        {
            return (body?["nota_id"] ?? body?["factura_id"] ?? body?["documento"]?["id"])?.Integer;
        }

        public static async Task<Outcome> PursueAsync(Func<Request, CancellationToken, Task<Answer>> send, string key, Request request, Func<long, string> pathOf, Pace pace, CreateOptions options)
        {
            var cancel = options.Cancel;
            if (cancel.IsCancellationRequested) throw new NotSentException("it was cancelled before");
            var clock = Stopwatch.StartNew();
            Func<double, bool> isOver = delayS => cancel.IsCancellationRequested || clock.Elapsed.TotalSeconds + delayS > pace.PatienceS;
            long? id = null;
            var isUncertain = false;
            Exception last;
            for (var tries = 0; ; tries += 1)
            {
                var answer = await send(request, cancel).ConfigureAwait(false);
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
                var delayS = Math.Max(pace.Pick(tries), verdict.WaitS);
                if (isOver(delayS)) break;
                await Pace.WaitAsync(delayS, cancel).ConfigureAwait(false);
                // Once it is final the POST is repeated a last time: its replay carries what the authority said.
                if (id != null) await WaitUntilFinalAsync(send, pathOf(id.Value), pace, isOver, cancel).ConfigureAwait(false);
                if (isOver(0)) break;
            }
            if (id == null) throw new OutcomeUnknownException(key, last);
            return new Outcome(OutcomeType.Pending, id.Value);
        }

        /// <summary>Reads the document until its state is final; a client that may not read leaves it to the replays.</summary>
        private static async Task WaitUntilFinalAsync(Func<Request, CancellationToken, Task<Answer>> send, string path, Pace pace, Func<double, bool> isOver, CancellationToken cancel)
        {
            for (var tries = 1; !cancel.IsCancellationRequested; tries += 1)
            {
                var answer = await send(new Request("GET", path), cancel).ConfigureAwait(false);
                if (answer.Status >= 400 && answer.Status < 500 && answer.Status != 408 && answer.Status != 429) return;
                if (answer.Status == 200 && !IsPending(answer.Body)) return;
                var delayS = Math.Max(pace.Pick(tries), answer.RetryAfterS);
                if (isOver(delayS)) return;
                await Pace.WaitAsync(delayS, cancel).ConfigureAwait(false);
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
