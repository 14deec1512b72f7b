// Calls every operation once, as a day has them: the reference shows each call, and the tests run them all.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using FacturaEdge;

public static class Operations
{
    public static void Main()
    {
        CallAsync().GetAwaiter().GetResult();
    }

    private static async Task CallAsync()
    {
        // #region createClient
        var client = new Client(Environment.GetEnvironmentVariable("BASE_URL"), long.Parse(Environment.GetEnvironmentVariable("COMPANY_ID")), Environment.GetEnvironmentVariable("TOKEN"));
        // #endregion
        var today = DateTimeOffset.UtcNow.ToOffset(TimeSpan.FromHours(-5)).ToString("yyyy-MM-dd");

        // #region createInvoice
        var sale = await client.CreateInvoiceAsync(new
        {
            draft_key = "venta-cs-1",
            receptor = new { tipo_doc = "13", numero_doc = "1020304050", nombre = "Luis Rojas", email = "luis@example.com" },
            items = new[] { new { desc = "Café molido", cant = 2, unit = 25000m, iva = 19 } },
            payment = new { form = "contado", means_code = "10" },
        });
        if (sale.Type == OutcomeType.Accepted) Console.WriteLine($"{sale.Body["cufe"].Text} {sale.Body["total"].Text}");
        // #endregion

        // #region getInvoice
        var doc = (await client.GetInvoiceAsync(sale.Id))["doc"];
        Console.WriteLine($"{doc["estado_authority"].Text} {doc["total"].Decimal}");
        // #endregion

        // #region getInvoiceFile
        var pdf = await client.GetInvoiceFileAsync(sale.Id, "carta.pdf");
        Console.WriteLine($"{pdf.Name} {pdf.Content.Length}");
        // #endregion

        // #region createDebitNote
        var charge = await client.CreateDebitNoteAsync("cargo-cs-1", new
        {
            factura_id = sale.Id,
            concepto = "3",
            items = new[] { new { desc = "Domicilio", cant = 1, unit = 8000m, iva = 19 } },
        });
        Console.WriteLine($"{charge.Type} {charge.Body?["cude"]?.Text}");
        // #endregion

        // #region createCreditNote
        var annulled = await client.CreateCreditNoteAsync("anular-cs-1", new { factura_id = sale.Id });
        Console.WriteLine($"{annulled.Type} {annulled.Body?["cude"]?.Text}");
        // #endregion

        // #region createSupportDocument
        var purchase = await client.CreateSupportDocumentAsync("compra-cs-" + today, new
        {
            fecha_documento = today,
            proveedor = new { tipo_documento = "13", nit = "1098765432", nombre = "Finca El Carmen", direccion = "Vereda El Carmen", municipio = "Arbeláez", codigo_municipio = "25053" },
            items = new[] { new { codigo = "50201706", descripcion = "Café pergamino", cantidad = 10, precio_unitario = 12000m } },
        });
        Console.WriteLine($"{purchase.Type} {purchase.Body?["documento"]["cuds"].Text}");
        // #endregion

        // #region getSupportDocument
        var documento = (await client.GetSupportDocumentAsync(purchase.Id))["documento"];
        Console.WriteLine($"{documento["estado_authority"].Text} {documento["total"].Decimal}");
        // #endregion

        // #region getSupportDocumentFile
        var signed = await client.GetSupportDocumentFileAsync(purchase.Id, "xml");
        Console.WriteLine($"{signed.Name} {signed.Content.Length}");
        // #endregion

        // #region createAdjustmentNote
        var adjusted = await client.CreateAdjustmentNoteAsync("ajuste-cs-" + today, new { documento_id = purchase.Id });
        Console.WriteLine($"{adjusted.Type} {adjusted.Body?["documento"]["cuds"].Text}");
        // #endregion

        // #region createTicket
        var ticket = await client.CreateTicketAsync("tiquete-cs-1", new
        {
            items = new[] { new { desc = "Café molido", cant = 2, unit = 25000m, iva = 19 } },
            payment = new { form = "contado", means_code = "10" },
            caja = new { placa = "CAJA-01", cajero = "Pedro Ruiz" },
        });
        Console.WriteLine($"{ticket.Type} {ticket.Body?["documento"]["cude"].Text}");
        // #endregion

        // #region getTicket
        var shown = (await client.GetTicketAsync(ticket.Id))["documento"];
        Console.WriteLine($"{shown["estado_authority"].Text} {shown["total"].Decimal}");
        // #endregion

        // #region getTicketFile
        var strip = await client.GetTicketFileAsync(ticket.Id, "tirilla-80.pdf");
        Console.WriteLine($"{strip.Name} {strip.Content.Length}");
        // #endregion

        // #region createTicketDebitNote
        var surcharge = await client.CreateTicketDebitNoteAsync("cargo-tiquete-cs-1", new
        {
            documento_id = ticket.Id,
            concepto = "3",
            items = new[] { new { desc = "Domicilio", cant = 1, unit = 8000m, iva = 19 } },
        });
        Console.WriteLine($"{surcharge.Type} {surcharge.Body?["documento"]["cude"].Text}");
        // #endregion

        // #region createTicketCreditNote
        var returned = await client.CreateTicketCreditNoteAsync("anular-tiquete-cs-1", new { documento_id = ticket.Id });
        Console.WriteLine($"{returned.Type} {returned.Body?["documento"]["cude"].Text}");
        // #endregion

        // #region listTickets
        var tickets = client.ListTickets(new Dictionary<string, string> { ["desde"] = today, ["caja"] = "CAJA-01" });
        for (var page = await tickets.NextAsync(); page != null; page = await tickets.NextAsync())
            foreach (var row in page) Console.WriteLine($"{row["prefijo"].Text}{row["consecutivo"].Text} {row["total"].Text}");
        // #endregion

        // #region closeTickets
        var shift = await client.CloseTicketsAsync(today, today, "caja");
        Console.WriteLine(shift["total"]["neto"].Text);
        // #endregion

        // #region listInvoices
        var sold = client.ListInvoices(new Dictionary<string, string> { ["desde"] = today, ["estado"] = "aprobado" });
        for (var page = await sold.NextAsync(); page != null; page = await sold.NextAsync())
            foreach (var row in page) Console.WriteLine($"{row["prefijo"].Text}{row["consecutivo"].Text} {row["total"].Text}");
        // #endregion

        // #region listSupportDocuments
        var purchases = client.ListSupportDocuments(new Dictionary<string, string> { ["desde"] = today });
        for (var page = await purchases.NextAsync(); page != null; page = await purchases.NextAsync())
            foreach (var row in page) Console.WriteLine($"{row["prefijo"].Text}{row["consecutivo"].Text} {row["total"].Text}");
        // #endregion

        // #region closeInvoices
        var closing = await client.CloseInvoicesAsync(today, today);
        foreach (var means in closing["total"]["medios"].Items) Console.WriteLine($"{means["nombre"].Text} {means["valor"].Text}");
        // #endregion

        // #region closeSupportDocuments
        var bought = await client.CloseSupportDocumentsAsync(today, today);
        Console.WriteLine(bought["total"]["neto"].Text);
        // #endregion

        // #region listThirdParties
        var parties = await client.ListThirdPartiesAsync("rojas");
        foreach (var party in parties["terceros"].Items) Console.WriteLine(party["nombre"].Text);
        // #endregion

        // #region listPaymentMethods
        foreach (var method in await client.ListPaymentMethodsAsync()) Console.WriteLine(method["label"]?.Text);
        // #endregion

        // #region listBranches
        foreach (var branch in await client.ListBranchesAsync()) Console.WriteLine(branch["codigo"].Text);
        // #endregion

        // #region getAcquirer
        var acquirer = await client.GetAcquirerAsync("13", "1399995");
        Console.WriteLine($"{acquirer["name"].Text} {acquirer["email"].Text}");
        // #endregion

        // #region createLink
        var invoiceLink = await client.GiveInvoiceLinkAsync(sale.Id, new { dias = 90 });
        Console.WriteLine($"{invoiceLink["enlace"]?.Text} {invoiceLink["vence"]?.Text}");
        // #endregion

        // #region deleteLinks
        await client.EndInvoiceLinksAsync(sale.Id);
        // #endregion

        // #region orderInvoiceMail
        var invoiceMail = await client.SendInvoiceMailAsync(sale.Id, "envio-cs-1", new { correo = "contabilidad@example.com", mensaje = "Gracias por su compra." });
        Console.WriteLine($"{invoiceMail["id"].Text} {invoiceMail["estado"].Text}");
        // #endregion

        // #region listInvoiceMail
        foreach (var one in await client.ListInvoiceMailAsync(sale.Id)) Console.WriteLine(one["estado"].Text);
        // #endregion

        // #region createTicketLink
        var ticketLink = await client.GiveTicketLinkAsync(ticket.Id, new { dias = 90 });
        Console.WriteLine($"{ticketLink["enlace"]?.Text} {ticketLink["vence"]?.Text}");
        // #endregion

        // #region deleteTicketLinks
        await client.EndTicketLinksAsync(ticket.Id);
        // #endregion

        // #region orderTicketMail
        var ticketMail = await client.SendTicketMailAsync(ticket.Id, "envio-tiquete-cs-1", new { correo = "contabilidad@example.com", mensaje = "Gracias por su compra." });
        Console.WriteLine($"{ticketMail["id"].Text} {ticketMail["estado"].Text}");
        // #endregion

        // #region listTicketMail
        foreach (var one in await client.ListTicketMailAsync(ticket.Id)) Console.WriteLine(one["estado"].Text);
        // #endregion

        // #region listMail
        var mails = client.ListMail(new Dictionary<string, string> { ["desde"] = today });
        for (var page = await mails.NextAsync(); page != null; page = await mails.NextAsync())
            foreach (var one in page) Console.WriteLine($"{one["documento_id"].Text} {one["estado"].Text}");
        // #endregion

        // #region listChanges
        var changes = await client.ReadChangesAsync(limit: 100);
        foreach (var change in changes["cambios"].Items) Console.WriteLine($"{change["tipo"].Text} {change["documento"]["id"].Text}");
        Console.WriteLine(changes["cursor"].Text); // keep it: the next `after`
        // #endregion

        // #region getCompany
        var company = (await client.GetCompanyAsync()).Body;
        foreach (var warning in company["avisos"].Items) Console.WriteLine(warning["mensaje"].Text);
        // #endregion

        // #region listWebhooks
        var webhooks = await client.ListWebhooksAsync();
        Console.WriteLine(webhooks.Count);
        // #endregion

        // #region listWebhookDeliveries
        foreach (var webhook in webhooks)
        {
            var deliveries = client.ListWebhookDeliveries(webhook["id"].Text);
            for (var page = await deliveries.NextAsync(); page != null; page = await deliveries.NextAsync())
                foreach (var delivery in page) Console.WriteLine(delivery["id"].Text);
        }
        // #endregion
    }
}
