using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace FacturaEdge
{
    /// <summary>
    /// Writes the body of a request as JSON, from anonymous objects, objects of properties, dictionaries, lists and JSON that was read,
    /// and refuses what JSON would lose: what is issued is what was given.
    /// </summary>
    public static class Body
    {
        private const int DepthMost = 100;
        /// <summary>A double holds every integer below.</summary>
        private const double ExactMost = 9007199254740991;

        /// <exception cref="NotSentException">It names the member.</exception>
        public static string Write(object body)
        {
            var text = new StringBuilder();
            Write(text, body, "", 0);
            return text.ToString();
        }

        /// <summary>The members of a body; null when it is no object.</summary>
        internal static IReadOnlyList<KeyValuePair<string, object>> FindMembers(object value)
        {
            if (value is Json json) return json.Members;
            if (value is IDictionary<string, object> dictionary) return dictionary.ToList();
            if (value is IDictionary others && others.Keys.Cast<object>().All(name => name is string))
                return others.Keys.Cast<string>().Select(name => new KeyValuePair<string, object>(name, others[name])).ToList();
            var type = value?.GetType();
            var properties = type?.GetProperties(BindingFlags.Public | BindingFlags.Instance);
            if (properties == null || !(IsAnonymous(type) || IsOfProperties(type, properties))) return null;
            return properties.Select(one => new KeyValuePair<string, object>(one.Name, one.GetValue(value))).ToList();
        }

        private static bool IsAnonymous(Type type)
        {
            return type.Name.StartsWith("<>", StringComparison.Ordinal) && type.IsDefined(typeof(CompilerGeneratedAttribute), false);
        }

        /// <summary>Whether its properties, which a program reads and sets, are all that it holds.</summary>
        private static bool IsOfProperties(Type type, PropertyInfo[] properties)
        {
            var isWhole = properties.All(one => one.GetGetMethod() != null && one.GetSetMethod() != null && one.GetIndexParameters().Length == 0);
            return properties.Length > 0 && isWhole && type.GetFields(BindingFlags.Public | BindingFlags.Instance).Length == 0 && !typeof(IEnumerable).IsAssignableFrom(type);
        }

        private static void Write(StringBuilder text, object value, string path, int depth)
        {
            if (depth > DepthMost) throw Refuse(path, "nested too deeply, or contains itself");
            if (value == null) text.Append("null");
            else if (value is bool truth) text.Append(truth ? "true" : "false");
            else if (value is string words) WriteText(text, words, path);
            else if (value is float || value is double) WriteDouble(text, Convert.ToDouble(value), path);
            else if (IsExact(value)) text.Append(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
            else if (value is Json json) text.Append(json);
            else if (value is DateTime || value is DateTimeOffset) throw Refuse(path, "an instant: write the day as text, yyyy-MM-dd");
            else WriteObject(text, value, path, depth);
        }

        private static bool IsExact(object value)
        {
            return value is decimal || value is sbyte || value is byte || value is short || value is ushort || value is int || value is uint || value is long || value is ulong;
        }

        private static void WriteObject(StringBuilder text, object value, string path, int depth)
        {
            var members = FindMembers(value);
            if (members != null) WriteMembers(text, members, path, depth);
            else if (value is IList items) WriteItems(text, items, path, depth);
            else if (value is IEnumerable others && !(value is IDictionary)) WriteItems(text, others.Cast<object>().ToList(), path, depth);
            else throw Refuse(path, "a " + value.GetType().Name + ", which JSON loses: give an anonymous object, a dictionary, or a class whose properties can all be read and set");
        }

        private static void WriteMembers(StringBuilder text, IReadOnlyList<KeyValuePair<string, object>> members, string path, int depth)
        {
            text.Append('{');
            for (var index = 0; index < members.Count; index += 1)
            {
                var place = path == "" ? members[index].Key : path + "." + members[index].Key;
                if (index > 0) text.Append(',');
                WriteText(text, members[index].Key, place);
                text.Append(':');
                Write(text, members[index].Value, place, depth + 1);
            }
            text.Append('}');
        }

        private static void WriteItems(StringBuilder text, IList items, string path, int depth)
        {
            text.Append('[');
            for (var index = 0; index < items.Count; index += 1)
            {
                if (index > 0) text.Append(',');
                Write(text, items[index], path + "[" + index + "]", depth + 1);
            }
            text.Append(']');
        }

        private static void WriteDouble(StringBuilder text, double value, string path)
        {
            if (double.IsNaN(value) || double.IsInfinity(value)) throw Refuse(path, value.ToString(CultureInfo.InvariantCulture) + ", which JSON does not have");
            if (Math.Floor(value) == value && Math.Abs(value) > ExactMost) throw Refuse(path, "an integer that a double does not hold exactly");
            text.Append((value == 0 ? 0 : value).ToString("R", CultureInfo.InvariantCulture));
        }

        private static void WriteText(StringBuilder text, string value, string path)
        {
            text.Append('"');
            for (var at = 0; at < value.Length; at += 1)
            {
                var one = value[at];
                var isPair = char.IsHighSurrogate(one) && at + 1 < value.Length && char.IsLowSurrogate(value[at + 1]);
                if (isPair) text.Append(one).Append(value[++at]);
                else if (char.IsSurrogate(one)) throw Refuse(path, "a text with half of a character");
                else if (one == '"' || one == '\\') text.Append('\\').Append(one);
                else if (one < ' ') text.Append("\\u").Append(((int)one).ToString("x4", CultureInfo.InvariantCulture));
                else text.Append(one);
            }
            text.Append('"');
        }

        private static NotSentException Refuse(string path, string what)
        {
            return new NotSentException((path == "" ? "the body" : path) + " is " + what);
        }
    }
}
