// Issues a support document, repeats with the same key after a timeout, and reads it. .NET 8, nothing else.
using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;

var delaysS = new[] { 5, 15, 30, 60 };
var scale = ReadNumber("WAIT_SCALE", 1);
var firstTimeoutS = ReadNumber("FIRST_TIMEOUT_S", 0.15);
const double TimeoutS = 60;

var (baseUrl, companyId, token) = ReadConfiguration();
var documents = $"{baseUrl}/companies/{companyId}/dse/documentos";
using var http = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
http.DefaultRequestHeaders.Accept.ParseAdd("application/json");

// In earnest: the id of the purchase in your own system, stored before the first try.
var key = $"purchase-{Guid.NewGuid()}";
var document = new JsonObject
{
    ["fecha_documento"] = DateTime.UtcNow.AddHours(-5).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
    ["proveedor"] = new JsonObject
    {
        ["tipo_documento"] = "13",
        ["nit"] = "1098765432",
        ["nombre"] = "Finca El Carmen",
        ["direccion"] = "Vereda El Carmen, lote 4",
        ["municipio"] = "Arbeláez",
        ["codigo_municipio"] = "25053",
        ["departamento"] = "Cundinamarca",
        ["codigo_departamento"] = "25",
    },
    ["items"] = new JsonArray(new JsonObject
    {
        ["codigo"] = "50201706",
        ["descripcion"] = "Café pergamino",
        ["cantidad"] = 10,
        ["precio_unitario"] = 12000,
        ["porcentaje_iva"] = 19,
    }),
};
var documento = await ReadUntilFinal(await Issue());
Console.WriteLine($"{documento["estado_authority"]} {documento["prefijo"]}{documento["consecutivo"]} {documento["total"]} {documento["cuds"]}");
return 0;

// Posts until the service tells what became of the document: one key from beginning to end.
async Task<int> Issue()
{
    for (var tries = 0; ; tries++)
    {
        var (status, body, retryAfterS) = await Call(HttpMethod.Post, documents, tries == 0 ? firstTimeoutS : TimeoutS, document);
        Console.WriteLine($"POST, try {tries + 1}: {(status == 0 ? "no answer in time" : status.ToString(CultureInfo.InvariantCulture))}");
        var isTold = new[] { 200, 201, 422 }.Contains(status) || (bool?)body["pending"] == true;
        if (isTold && body["documento"] is JsonObject issued) return (int)issued["id"]!;
        if (status is >= 400 and < 500 and not 408 and not 429)
        {
            Console.Error.WriteLine($"refused: {body}");
            Environment.Exit(1);
        }
        // Silence, 202 without a document, 429, 500, 503: the same again, never another key.
        await Wait(tries, retryAfterS);
    }
}

async Task<JsonObject> ReadUntilFinal(int id)
{
    for (var tries = 0; ; tries++)
    {
        var (status, body, _) = await Call(HttpMethod.Get, $"{documents}/{id}", TimeoutS, null);
        if (status == 200 && (bool?)body["pending"] == false) return (JsonObject)body["documento"]!;
        await Wait(tries, 0);
    }
}

// One request; status 0 when nothing came back, which proves nothing.
async Task<(int Status, JsonObject Body, int RetryAfterS)> Call(HttpMethod method, string url, double timeoutS, JsonObject? body)
{
    using var request = new HttpRequestMessage(method, url);
    if (body is not null)
    {
        request.Content = new StringContent(body.ToJsonString(), Encoding.UTF8, "application/json");
        request.Headers.Add("Idempotency-Key", key);
    }
    using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(timeoutS));
    try
    {
        using var response = await http.SendAsync(request, deadline.Token);
        var text = await response.Content.ReadAsStringAsync(deadline.Token);
        var retryAfterS = (int)(response.Headers.RetryAfter?.Delta?.TotalSeconds ?? 0);
        return ((int)response.StatusCode, Parse(text), retryAfterS);
    }
    catch (Exception cause) when (cause is HttpRequestException or OperationCanceledException)
    {
        return (0, new JsonObject(), 0);
    }
}

static JsonObject Parse(string text)
{
    try
    {
        return JsonNode.Parse(text) as JsonObject ?? new JsonObject();
    }
    catch (JsonException)
    {
        return new JsonObject();
    }
}

Task Wait(int tries, int retryAfterS) =>
    Task.Delay(TimeSpan.FromSeconds(Math.Max(delaysS[Math.Min(tries, delaysS.Length - 1)], retryAfterS) * scale));

static double ReadNumber(string name, double usual) =>
    double.TryParse(Environment.GetEnvironmentVariable(name), NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : usual;

// BASE_URL, COMPANY_ID and TOKEN, or the local stand.
static (string BaseUrl, string CompanyId, string Token) ReadConfiguration()
{
    if (Environment.GetEnvironmentVariable("TOKEN") is { } token)
    {
        return (Environment.GetEnvironmentVariable("BASE_URL")!, Environment.GetEnvironmentVariable("COMPANY_ID")!, token);
    }
    var demo = JsonNode.Parse(File.ReadAllText(".demo/demo.json"))!;
    var company = demo["companies"]![0]!;
    return ((string)demo["base_url"]!, company["id"]!.ToString(), (string)company["tokens"]!["all"]!);
}
