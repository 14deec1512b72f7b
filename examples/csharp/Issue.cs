// Issues a support document and an invoice, repeats with the same key after a timeout, and annuls the invoice. .NET or Mono, nothing else.
using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using System.Xml.Linq;

public static class Issue
{
    static readonly int[] DelaysS = { 5, 15, 30, 60 };
    const double TimeoutS = 60;
    static readonly double FirstTimeoutS = ReadNumber("FIRST_TIMEOUT_S", 0.15);
    static readonly double WaitScale = ReadNumber("WAIT_SCALE", 1);
    static readonly HttpClient Http = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };

    public static int Main()
    {
        return Run().GetAwaiter().GetResult();
    }

    static async Task<int> Run()
    {
        var (baseUrl, companyId, token) = ReadConfiguration();
        var company = $"{baseUrl}/companies/{companyId}";
        var documents = $"{company}/dse/documentos";
        Http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
        Http.DefaultRequestHeaders.Accept.ParseAdd("application/json");

        // In earnest: the id of the purchase in your own system, stored before the first try.
        var key = $"purchase-{Guid.NewGuid()}";
        var purchase = new Purchase
        {
            Date = DateTime.UtcNow.AddHours(-5).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            Supplier = new Supplier
            {
                DocumentType = "13",
                Number = "1098765432",
                Name = "Finca El Carmen",
                Address = "Vereda El Carmen, lote 4",
                City = "Arbeláez",
                CityCode = "25053",
                Department = "Cundinamarca",
                DepartmentCode = "25",
            },
            Items = new[] { new Item { Code = "50201706", Description = "Café pergamino", Quantity = 10, UnitPrice = 12000, VatPercent = 19 } },
        };

        var id = await Post(documents, key, Write(purchase));
        if (id == null) return 1;
        var documento = await ReadUntilFinal($"{documents}/{id}");
        Show(documento, "cuds");

        var sale = $"sale-{Guid.NewGuid()}";
        var invoiceId = await Post($"{company}/fe/facturas", sale, SampleInvoice(sale));
        if (invoiceId == null) return 1;
        // An invoice in process takes no note: its end comes first.
        Show(await ReadUntilFinal($"{company}/fe/docs/{invoiceId}"), "cufe");
        // Its id alone annuls the whole invoice. The key follows from the sale's: a retry is the same note, never a second one.
        var noteId = await Post($"{company}/fe/notas-credito", $"annul-{sale}", $"{{\"factura_id\": {invoiceId}}}");
        if (noteId == null) return 1;
        Show(await ReadUntilFinal($"{company}/fe/docs/{noteId}"), "cude");
        return 0;
    }

    static void Show(XElement document, string fiscalId)
    {
        Func<string, string> field = name => document.Element(name).Value;
        Console.WriteLine($"{field("estado_authority")} {field("prefijo")}{field("consecutivo")} {field("total")} {field(fiscalId)}");
    }

    static string SampleInvoice(string key)
    {
        return @"{
  ""draft_key"": """ + key + @""",
  ""receptor"": {
    ""tipo_doc"": ""13"", ""numero_doc"": ""1020304050"", ""nombre"": ""Luis Rojas"",
    ""email"": ""luis@example.com"", ""direccion"": ""Carrera 15 # 88-21""
  },
  ""items"": [{ ""desc"": ""Café molido"", ""cant"": 2, ""unit"": 25000, ""iva"": 19 }],
  ""payment"": { ""form"": ""contado"", ""means_code"": ""10"", ""due_date"": """" },
  ""withholdings"": []
}";
    }

    // Posts until the service knows the outcome of the document: one key from beginning to end. Null when it refuses.
    static async Task<string> Post(string url, string key, string document)
    {
        for (var tries = 0; ; tries++)
        {
            var answer = await Call(HttpMethod.Post, url, tries == 0 ? FirstTimeoutS : TimeoutS, key, document);
            Console.WriteLine($"POST, try {tries + 1}: {(answer.Status == 0 ? "no answer in time" : answer.Status.ToString(CultureInfo.InvariantCulture))}");
            var isTold = new[] { 200, 201, 422 }.Contains(answer.Status) || answer.Body.Element("pending")?.Value == "true";
            // The answer about a note names its invoice too: the note's own id comes first.
            var issued = answer.Body.Element("nota_id") ?? answer.Body.Element("factura_id") ?? answer.Body.Element("documento")?.Element("id");
            if (isTold && issued != null) return issued.Value;
            if (answer.Status >= 400 && answer.Status < 500 && answer.Status != 408 && answer.Status != 429)
            {
                Console.Error.WriteLine($"refused: {answer.Text}");
                return null;
            }
            // Silence, 202 without a document, 429, 500, 503: the same again, never another key.
            await Wait(tries, answer.RetryAfterS);
        }
    }

    static async Task<XElement> ReadUntilFinal(string url)
    {
        for (var tries = 0; ; tries++)
        {
            var answer = await Call(HttpMethod.Get, url, TimeoutS);
            var document = answer.Body.Element("documento") ?? answer.Body.Element("doc");
            var state = document?.Element("estado_authority")?.Value;
            if (answer.Status == 200 && (state == "aceptado" || state == "rechazado")) return document;
            await Wait(tries, answer.RetryAfterS);
        }
    }

    sealed class Answer
    {
        public int Status;
        public string Text = "";
        public XElement Body = new XElement("root");
        public int RetryAfterS;
    }

    // One request; status 0 when nothing came back, which proves nothing.
    static async Task<Answer> Call(HttpMethod method, string url, double timeoutS, string key = null, string document = null)
    {
        using (var request = new HttpRequestMessage(method, url))
        using (var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(timeoutS)))
        {
            if (key != null) request.Headers.Add("Idempotency-Key", key);
            if (document != null) request.Content = new StringContent(document, Encoding.UTF8, "application/json");
            try
            {
                using (var response = await Http.SendAsync(request, deadline.Token))
                {
                    var text = await response.Content.ReadAsStringAsync();
                    return new Answer
                    {
                        Status = (int)response.StatusCode,
                        Text = text,
                        Body = Parse(text),
                        RetryAfterS = (int)(response.Headers.RetryAfter?.Delta?.TotalSeconds ?? 0),
                    };
                }
            }
            catch (Exception cause) when (cause is HttpRequestException || cause is OperationCanceledException || cause is IOException)
            {
                return new Answer();
            }
        }
    }

    // JSON as .NET's own reader maps it: an object is an element, a field is its child.
    static XElement Parse(string text)
    {
        try
        {
            using (var reader = JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(text), XmlDictionaryReaderQuotas.Max))
            {
                return XElement.Load(reader);
            }
        }
        catch (XmlException)
        {
            return new XElement("root");
        }
    }

    static string Write(Purchase purchase)
    {
        using (var stream = new MemoryStream())
        {
            new DataContractJsonSerializer(typeof(Purchase)).WriteObject(stream, purchase);
            return Encoding.UTF8.GetString(stream.ToArray());
        }
    }

    static Task Wait(int tries, int retryAfterS)
    {
        return Task.Delay(TimeSpan.FromSeconds(Math.Max(DelaysS[Math.Min(tries, DelaysS.Length - 1)], retryAfterS) * WaitScale));
    }

    static double ReadNumber(string name, double usual)
    {
        var text = Environment.GetEnvironmentVariable(name);
        return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : usual;
    }

    // BASE_URL, COMPANY_ID and TOKEN, or the local stand.
    static (string BaseUrl, string CompanyId, string Token) ReadConfiguration()
    {
        var token = Environment.GetEnvironmentVariable("TOKEN");
        if (token != null)
        {
            return (Environment.GetEnvironmentVariable("BASE_URL"), Environment.GetEnvironmentVariable("COMPANY_ID"), token);
        }
        var demo = Parse(File.ReadAllText(".demo/demo.json"));
        var company = demo.Element("companies").Elements().First();
        return (demo.Element("base_url").Value, company.Element("id").Value, company.Element("tokens").Element("all").Value);
    }
}

[DataContract]
public sealed class Purchase
{
    [DataMember(Name = "fecha_documento")] public string Date;
    [DataMember(Name = "proveedor")] public Supplier Supplier;
    [DataMember(Name = "items")] public Item[] Items;
}

[DataContract]
public sealed class Supplier
{
    [DataMember(Name = "tipo_documento")] public string DocumentType;
    [DataMember(Name = "nit")] public string Number;
    [DataMember(Name = "nombre")] public string Name;
    [DataMember(Name = "direccion")] public string Address;
    [DataMember(Name = "municipio")] public string City;
    [DataMember(Name = "codigo_municipio")] public string CityCode;
    [DataMember(Name = "departamento")] public string Department;
    [DataMember(Name = "codigo_departamento")] public string DepartmentCode;
}

[DataContract]
public sealed class Item
{
    [DataMember(Name = "codigo")] public string Code;
    [DataMember(Name = "descripcion")] public string Description;
    [DataMember(Name = "cantidad")] public decimal Quantity;
    [DataMember(Name = "precio_unitario")] public decimal UnitPrice;
    [DataMember(Name = "porcentaje_iva")] public decimal VatPercent;
}
