// Issues an invoice with the client that NSwag wrote, repeats it, and meets three errors: each answer comes as the type it has.
using System;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading.Tasks;
using Factura;

public static class Program
{
    public static int Main(string[] args)
    {
        return Run(args[0], int.Parse(args[1]), args[2]).GetAwaiter().GetResult();
    }

    static async Task<int> Run(string baseUrl, int company, string token)
    {
        var http = new HttpClient();
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
        var client = new Client(http) { BaseUrl = baseUrl };
        var key = Guid.NewGuid().ToString();

        var created = await client.CreateInvoiceAsync(company, null, null, Sale(key, "Ana"));
        Expect(created.Estado == DocumentState.Aceptado && created.Factura_id > 0 && created.Idempotent == false, "201");
        var replayed = await client.CreateInvoiceAsync(company, null, null, Sale(key, "Ana"));
        Expect(replayed.Factura_id == created.Factura_id && replayed.Idempotent == true, "200");
        var rehearsed = await client.CreateInvoiceAsync(company, null, true, Sale(Guid.NewGuid().ToString(), "Ana"));
        Expect(rehearsed.Dry_run == true && rehearsed.Documento.Total == created.Total, "200 of a rehearsal");

        var conflict = await Fail<ErrorBody>(client.CreateInvoiceAsync(company, null, null, Sale(key, "Luis")), 409);
        Expect(conflict.Code == ErrorCode.Idempotency_conflict && conflict.Documento.Id == created.Factura_id, "409");
        var nameless = await Fail<ErrorBody>(client.CreateInvoiceAsync(company, null, null, Sale("wrong", "Ana", -1)), 400);
        Expect(nameless.Details.Count > 0, "400");
        var sale = Sale(Guid.NewGuid().ToString(), "Ana #rechazo");
        var rejected = await Fail<InvoiceRejected>(client.CreateInvoiceAsync(company, null, null, sale), 422);
        Expect(rejected.Code == ErrorCode.Document_rejected && rejected.Authority.Rules.Count > 0, "422");
        return 0;
    }

    static InvoiceRequest Sale(string key, string name, double quantity = 1)
    {
        return new InvoiceRequest
        {
            Draft_key = key,
            Receptor = new Receiver { Tipo_doc = IdentificationTypeCode._13, Numero_doc = "1098765432", Nombre = name },
            Items = new[] { new InvoiceItem { Desc = "Café", Cant = quantity, Unit = 1000, Iva = 19 } },
        };
    }

    static async Task<Body> Fail<Body>(Task<InvoiceCreation> creation, int status)
    {
        try
        {
            await creation;
        }
        catch (ApiException<Body> error) when (error.StatusCode == status)
        {
            return error.Result;
        }
        throw new Exception($"{status} did not come");
    }

    static void Expect(bool isSo, string what)
    {
        if (!isSo) throw new Exception($"{what} is not what its type says");
        Console.WriteLine(what);
    }
}
