using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace FacturaEdge
{
    /// <summary>One request; its path begins below the company: <c>/dse/documentos</c>.</summary>
    public sealed class Request
    {
        private static readonly IReadOnlyDictionary<string, string> None = new Dictionary<string, string>();

        public string Method { get; }
        public string Path { get; }
        public IReadOnlyDictionary<string, string> Query { get; }
        public IReadOnlyDictionary<string, string> Headers { get; }

        /// <summary>JSON, as <see cref="FacturaEdge.Body.Write"/> gives it.</summary>
        public string Body { get; }

        /// <summary>What is left of the patience: no answer is waited for any longer.</summary>
        public TimeSpan Left { get; private set; } = TimeSpan.MaxValue;

        public Request(string method, string path, IReadOnlyDictionary<string, string> query = null, IReadOnlyDictionary<string, string> headers = null, string body = null)
        {
            Method = method;
            Path = path;
            Query = query ?? None;
            Headers = headers ?? None;
            Body = body;
        }

        /// <summary>The same, with less time for its answer.</summary>
        internal Request Within(TimeSpan left)
        {
            return new Request(Method, Path, Query, Headers, Body) { Left = left };
        }
    }

    /// <summary>What came back; status 0 when nothing did, which proves nothing: the request may have been carried out all the same.</summary>
    public sealed class Answer
    {
        public int Status { get; set; }

        /// <summary>Null when it was not a JSON object (a proxy's page, for instance).</summary>
        public Json Body { get; set; }

        /// <summary>The wait that <c>Retry-After</c> asks for, zero without it.</summary>
        public TimeSpan RetryAfter { get; set; }

        public bool IsReplay { get; set; }
        public byte[] Content { get; set; } = new byte[0];

        /// <summary>Names in lower case.</summary>
        public IReadOnlyDictionary<string, string> Headers { get; set; } = new Dictionary<string, string>();

        /// <summary>Why nothing came.</summary>
        public Exception Cause { get; set; }
    }

    /// <summary>Sends one request and returns its answer.</summary>
    internal sealed class Transport
    {
        /// <summary>One for all clients: each would hold its own sockets.</summary>
        private static readonly HttpClient Http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { Timeout = Timeout.InfiniteTimeSpan };
        private readonly string root;
        private readonly string token;
        private readonly TimeSpan timeout;
        private readonly string language;

        /// <exception cref="NotSentException">An option cannot be right.</exception>
        public Transport(string baseUrl, long companyId, string token, TimeSpan timeout, string language)
        {
            root = (baseUrl ?? "").TrimEnd('/');
            if (!Regex.IsMatch(root, @"\A(?i:https?)://(?!/)[!-~-[@?#\\]]+\z") || !Uri.TryCreate(root, UriKind.Absolute, out _))
                throw new NotSentException("the address \"" + baseUrl + "\" is not one of http or https without user, query or blanks");
            if (!root.EndsWith("/api/ext/v2", StringComparison.Ordinal))
                throw new NotSentException("the address of this client ends in /api/ext/v2: not " + root);
            if (companyId < 1) throw new NotSentException("companyId is " + companyId);
            if (!Regex.IsMatch(token ?? "", @"\A[!-~]+\z"))
                throw new NotSentException("the token is empty, or has a blank, a line break or other signs");
            if (timeout <= TimeSpan.Zero || timeout.TotalMilliseconds > int.MaxValue) throw new NotSentException("Timeout is " + timeout);
            if (language != "es" && language != "en") throw new NotSentException("language is " + language + ", neither es nor en");
            root += "/companies/" + companyId;
            this.token = token;
            this.timeout = timeout;
            this.language = language;
        }

        public async Task<Answer> SendAsync(Request request, CancellationToken cancel)
        {
            foreach (var header in request.Headers)
                if (!Regex.IsMatch(header.Value, @"\A[ -~]*\z")) throw new NotSentException("the header " + header.Key + " holds ASCII alone");
            using (var message = Write(request))
            using (var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancel))
            {
                var limit = timeout < request.Left ? timeout : request.Left;
                deadline.CancelAfter(limit);
                try
                {
                    using (var response = await Http.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, deadline.Token).ConfigureAwait(false))
                    {
                        // The content of .NET Standard takes no token: a deadline that has passed closes the answer.
                        using (deadline.Token.Register(response.Dispose))
                            return Read(response, await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false));
                    }
                }
                catch (Exception cause) when (cause is HttpRequestException || cause is OperationCanceledException || cause is System.IO.IOException || cause is ObjectDisposedException || cause is WebException)
                {
                    var isLate = deadline.IsCancellationRequested && !cancel.IsCancellationRequested;
                    return new Answer { Cause = isLate ? new TimeoutException("no answer within " + limit.TotalSeconds.ToString("0.###", CultureInfo.InvariantCulture) + " s") : cause };
                }
            }
        }

        private HttpRequestMessage Write(Request request)
        {
            var pairs = request.Query.Where(one => one.Value != null).Select(one => Uri.EscapeDataString(one.Key) + "=" + Uri.EscapeDataString(one.Value));
            var query = string.Join("&", pairs);
            var message = new HttpRequestMessage(new HttpMethod(request.Method), root + request.Path + (query == "" ? "" : "?" + query));
            message.Headers.TryAddWithoutValidation("Authorization", "Bearer " + token);
            message.Headers.TryAddWithoutValidation("Accept-Language", language);
            if (!request.Headers.ContainsKey("Accept")) message.Headers.TryAddWithoutValidation("Accept", "application/json");
            foreach (var header in request.Headers) message.Headers.TryAddWithoutValidation(header.Key, header.Value);
            if (request.Body != null) message.Content = new StringContent(request.Body, new UTF8Encoding(false), "application/json");
            return message;
        }

        private static Answer Read(HttpResponseMessage response, byte[] content)
        {
            var headers = response.Headers.Concat(response.Content.Headers).ToDictionary(one => one.Key.ToLowerInvariant(), one => string.Join(", ", one.Value));
            var body = Json.Parse(Encoding.UTF8.GetString(content));
            headers.TryGetValue("retry-after", out var after);
            headers.TryGetValue("idempotent-replayed", out var replayed);
            return new Answer
            {
                Status = (int)response.StatusCode,
                Body = body != null && body.IsObject ? body : null,
                RetryAfter = ReadWait(after),
                IsReplay = replayed == "true",
                Content = content,
                Headers = headers,
            };
        }

        /// <summary>So many seconds, or until a moment, as a proxy may write it.</summary>
        private static TimeSpan ReadWait(string text)
        {
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)) return TimeSpan.FromSeconds(seconds);
            var isDate = DateTimeOffset.TryParseExact(text, "r", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment);
            var wait = isDate ? moment - DateTimeOffset.UtcNow : TimeSpan.Zero;
            return wait > TimeSpan.Zero ? wait : TimeSpan.Zero;
        }
    }
}
