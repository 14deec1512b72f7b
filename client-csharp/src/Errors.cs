using System;
using System.Collections.Generic;
using System.Linq;

namespace FacturaEdge
{
    /// <summary>Nothing left this program, so nothing was issued: the configuration, the key or the body has to be corrected first.</summary>
    public sealed class NotSentException : Exception
    {
        public NotSentException(string problem, Exception cause = null) : base("nothing was sent: " + problem, cause) { }
    }

    /// <summary>
    /// The service refused: nothing was issued, and sending the same again would change nothing. Its message has the code and each
    /// problem with its place and rule, or the sentence (<c>Body["error"]</c>) where that says more.
    /// </summary>
    public sealed class ApiException : Exception
    {
        public int Status { get; }

        /// <summary>Stable; decide by it. Each has its place on the reference page.</summary>
        public string Code { get; }

        /// <summary>What to cite when asking for support; null when the service did not answer.</summary>
        public string RequestId { get; }

        /// <summary>The answer, whole; null when it was not JSON.</summary>
        public Json Body { get; }

        /// <summary>Every problem, field by field.</summary>
        public IReadOnlyList<Json> Details { get; }

        public ApiException(int status, Json body) : base(Print(status, body))
        {
            Status = status;
            Body = body;
            RequestId = body?["request_id"]?.Text;
            Details = ListProblems(body);
            Code = body?["code"]?.Text ?? "unknown";
        }

        // What is not of this form is not of this service: a proxy may answer for it.
        private static IReadOnlyList<Json> ListProblems(Json body)
        {
            return (body?["details"]?.Items ?? new Json[0]).Where(one => one["message"]?.Text != null).ToList();
        }

        private static string Print(int status, Json body)
        {
            var sentence = body?["error"]?.Text;
            if (sentence == null) return "HTTP " + status;
            var details = ListProblems(body);
            // The sentence of many a refusal is that of its first problem.
            var isSaid = details.Count > 0 && sentence.StartsWith(details[0]["message"].Text, StringComparison.Ordinal);
            var problems = details.Select(one =>
            {
                var rule = one["rule"] == null ? "" : " (" + one["rule"].Text + ")";
                var place = (one["path"]?.Text + rule).Trim();
                return "\n  " + (place == "" ? "" : place + ": ") + one["message"].Text;
            });
            return (body["code"]?.Text ?? "unknown") + (isSaid ? "" : ": " + sentence) + string.Concat(problems);
        }
    }

    /// <summary>No answer came, although the request was repeated.</summary>
    public class NoAnswerException : Exception
    {
        public NoAnswerException(string message, Exception cause = null) : base(message, cause) { }

        /// <summary>What ended a request, in a few words: HTTP wraps it.</summary>
        internal static string Explain(Exception cause)
        {
            return cause?.GetBaseException().Message ?? "no answer";
        }
    }

    /// <summary>
    /// No conclusive answer to a creation came within its time limit, or before it was cancelled: the document may or may not exist.
    /// Call again with the very same key and body; a new key could issue it twice.
    /// </summary>
    public sealed class OutcomeUnknownException : NoAnswerException
    {
        public string Key { get; }

        public OutcomeUnknownException(string key, Exception cause)
            : base("no conclusive answer for key " + key + " (" + NoAnswerException.Explain(cause) + "): repeat with the same key and the same body, never with another", cause)
        {
            Key = key;
        }
    }

    /// <summary>The message is not from this service, was altered, or is too old: answer 401.</summary>
    public sealed class WebhookException : Exception
    {
        public WebhookException(string message) : base(message) { }
    }
}
