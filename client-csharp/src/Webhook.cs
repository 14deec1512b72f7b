using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace FacturaEdge
{
    /// <summary>Verifies webhooks in the form of Standard Webhooks.</summary>
    public static class Webhook
    {
        /// <summary>The clocks of both sides may be this far apart; an older message may be a repeated one.</summary>
        private const long ToleranceS = 300;

        /// <summary>Reads a webhook and checks its signature and age; its id is the header <c>webhook-id</c>, the same at each retry.</summary>
        /// <param name="headers">As they came.</param>
        /// <param name="body">What came, byte by byte.</param>
        /// <param name="secret"><c>whsec_…</c></param>
        /// <param name="nowS">Epoch seconds; the clock's when it is left out.</param>
        /// <exception cref="WebhookException">Answer 401.</exception>
        public static Json Verify(IEnumerable<KeyValuePair<string, string>> headers, byte[] body, string secret, long? nowS = null)
        {
            Func<string, string> find = name => headers.FirstOrDefault(one => string.Equals(one.Key, name, StringComparison.OrdinalIgnoreCase)).Value ?? "";
            var id = find("webhook-id");
            var timestamp = find("webhook-timestamp");
            var signatures = find("webhook-signature");
            if (id == "" || timestamp == "" || signatures == "") throw new WebhookException("a header of the signature is missing");
            var now = nowS ?? DateTimeOffset.UtcNow.ToUnixTimeSeconds();
            if (!Regex.IsMatch(timestamp, @"\A[0-9]{1,12}\z") || Math.Abs(now - long.Parse(timestamp, CultureInfo.InvariantCulture)) > ToleranceS)
                throw new WebhookException("the message is too old, or the clocks differ");
            var signed = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
            using (var hash = new HMACSHA256(ReadKey(secret)))
            {
                var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hash.ComputeHash(signed)));
                if (!signatures.Split(' ').Any(given => AreEqual(expected, Encoding.UTF8.GetBytes(given)))) throw new WebhookException("no signature is right");
            }
            return Json.Parse(Encoding.UTF8.GetString(body)) ?? throw new WebhookException("the body is not JSON");
        }

        private static byte[] ReadKey(string secret)
        {
            try
            {
                return Convert.FromBase64String(secret.StartsWith("whsec_", StringComparison.Ordinal) ? secret.Substring(6) : secret);
            }
            catch (FormatException)
            {
                throw new WebhookException("the secret is not base64");
            }
        }

        /// <summary>As long for every wrong signature of the right length.</summary>
        private static bool AreEqual(byte[] one, byte[] other)
        {
            var difference = one.Length ^ other.Length;
            for (var at = 0; at < Math.Min(one.Length, other.Length); at += 1) difference |= one[at] ^ other[at];
            return difference == 0;
        }
    }
}
