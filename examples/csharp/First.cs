using System;
using FacturaEdge;

public static class First
{
    public static int Main()
    {
        try
        {
            long.TryParse(Environment.GetEnvironmentVariable("COMPANY_ID"), out var company);
            var client = new Client(Environment.GetEnvironmentVariable("BASE_URL"), company, Environment.GetEnvironmentVariable("TOKEN"), new ClientOptions { Patience = TimeSpan.FromSeconds(30) });
            var sale = client.CreateInvoiceAsync(new
            {
                draft_key = "venta-4714", // your sale's id: a retry never sells twice
                receptor = new { tipo_doc = "13", numero_doc = "1020304050", nombre = "Luis Rojas", email = "luis@example.com" },
                items = new[] { new { desc = "Café molido", cant = 2, unit = 25000m, iva = 19 } },
                payment = new { form = "contado", means_code = "10" }, // cash
            }).GetAwaiter().GetResult();
            if (sale.Type == OutcomeType.Accepted) Console.WriteLine($"{sale.Body["prefijo"].Text} {sale.Body["consecutivo"].Text} {sale.Body["cufe"].Text}");
            else if (sale.Type == OutcomeType.Rejected) Console.WriteLine(sale.Body["error"].Text);
            else Console.WriteLine($"no verdict yet: read it later, {sale.Id}");
            return 0;
        }
        catch (Exception error) when (error is ApiException || error is NoAnswerException || error is NotSentException)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }
}
