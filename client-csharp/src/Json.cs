using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace FacturaEdge
{
    /// <summary>A value of an answer, read by name: <c>answer["doc"]["total"].Text</c>. What is not there is null. As text it is JSON.</summary>
    public sealed class Json
    {
        private readonly object value;
        private readonly string whole;
        private readonly int start;
        private readonly int end;

        private Json(object value, string whole, int start, int end)
        {
            this.value = value;
            this.whole = whole;
            this.start = start;
            this.end = end;
        }

        /// <summary>The member of an object; null when there is none, or when it is null.</summary>
        public Json this[string name] =>
            value is Dictionary<string, Json> members && members.TryGetValue(name, out var found) && found.value != null ? found : null;

        /// <summary>The items of an array; none of any other value.</summary>
        public IReadOnlyList<Json> Items => value as IReadOnlyList<Json> ?? new Json[0];

        /// <summary>Text as it is, a number as it was written, true or false.</summary>
        public string Text => value is bool truth ? (truth ? "true" : "false") : value as string ?? (value as Number)?.Written;

        /// <summary>A number, or an amount that came as text.</summary>
        public decimal Decimal => decimal.Parse(Text ?? "", NumberStyles.Float, CultureInfo.InvariantCulture);

        public bool IsTrue => value is bool && (bool)value;

        /// <summary>Whether it is an object.</summary>
        public bool IsObject => value is Dictionary<string, Json>;

        /// <summary>The members of an object; null of any other value.</summary>
        internal IReadOnlyList<KeyValuePair<string, object>> Members =>
            (value as Dictionary<string, Json>)?.Select(one => new KeyValuePair<string, object>(one.Key, one.Value)).ToList();

        /// <summary>An integer that is written as a number; null of anything else.</summary>
        public long? Integer => value is Number number && long.TryParse(number.Written, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var found) ? found : (long?)null;

        /// <summary>Whether it is true or false.</summary>
        internal bool IsBoolean => value is bool;

        /// <summary>JSON as it came, numbers with all their digits; <see cref="Text"/> is the same of a text without its quotation marks.</summary>
        public override string ToString()
        {
            return whole.Substring(start, end - start);
        }

        /// <summary>Reads a text; null when it is not JSON.</summary>
        public static Json Parse(string text)
        {
            try
            {
                return new Reader(text).ReadWhole();
            }
            catch (FormatException)
            {
                return null;
            }
        }

        /// <summary>A number keeps its digits.</summary>
        private sealed class Number
        {
            public string Written;
        }

        private sealed class Reader
        {
            private const int DepthMost = 200;
            private readonly string text;
            private int at;
            private int depth;

            public Reader(string text)
            {
                this.text = text;
            }

            public Json ReadWhole()
            {
                var found = ReadValue();
                SkipBlanks();
                return at == text.Length ? found : throw new FormatException();
            }

            private Json ReadValue()
            {
                if (++depth > DepthMost) throw new FormatException();
                SkipBlanks();
                var start = at;
                var found = ReadAny();
                depth -= 1;
                return new Json(found, text, start, at);
            }

            private object ReadAny()
            {
                switch (Peek())
                {
                    case '{': return ReadObject();
                    case '[': return ReadArray();
                    case '"': return ReadText();
                    case 't': return ReadWord("true", true);
                    case 'f': return ReadWord("false", false);
                    case 'n': return ReadWord("null", null);
                    default: return ReadNumber();
                }
            }

            private Dictionary<string, Json> ReadObject()
            {
                var members = new Dictionary<string, Json>();
                at += 1;
                SkipBlanks();
                for (var isFirst = true; Peek() != '}'; isFirst = false)
                {
                    if (!isFirst) Expect(',');
                    SkipBlanks();
                    var name = ReadText();
                    SkipBlanks();
                    Expect(':');
                    members[name] = ReadValue();
                    SkipBlanks();
                }
                at += 1;
                return members;
            }

            private List<Json> ReadArray()
            {
                var items = new List<Json>();
                at += 1;
                SkipBlanks();
                for (var isFirst = true; Peek() != ']'; isFirst = false)
                {
                    if (!isFirst) Expect(',');
                    items.Add(ReadValue());
                    SkipBlanks();
                }
                at += 1;
                return items;
            }

            private string ReadText()
            {
                Expect('"');
                var found = new StringBuilder();
                while (Peek() != '"')
                {
                    var one = text[at++];
                    if (one == '\\') one = ReadEscape();
                    found.Append(one);
                }
                at += 1;
                return found.ToString();
            }

            private char ReadEscape()
            {
                var one = Peek();
                at += 1;
                if (one == 'u')
                {
                    if (at + 4 > text.Length) throw new FormatException();
                    at += 4;
                    return (char)ushort.Parse(text.Substring(at - 4, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
                }
                var place = "\"\\/bfnrt".IndexOf(one);
                return place < 0 ? throw new FormatException() : "\"\\/\b\f\n\r\t"[place];
            }

            private object ReadWord(string word, object meaning)
            {
                if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw new FormatException();
                at += word.Length;
                return meaning;
            }

            private Number ReadNumber()
            {
                var start = at;
                while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at += 1;
                var written = text.Substring(start, at - start);
                if (!double.TryParse(written, NumberStyles.Float, CultureInfo.InvariantCulture, out _)) throw new FormatException();
                return new Number { Written = written };
            }

            private void SkipBlanks()
            {
                while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at += 1;
            }

            private char Peek()
            {
                return at < text.Length ? text[at] : throw new FormatException();
            }

            private void Expect(char one)
            {
                if (Peek() != one) throw new FormatException();
                at += 1;
            }
        }
    }
}
