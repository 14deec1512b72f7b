// Holds the English of every sentence of the API, by its Spanish: `{}` is what a sentence is filled with.

/**
 * In English, `{}` is the next part, `{2}` the second, with a text of this table in English too; `{=}` and `{=2}` leave it as it came.
 * What stands between double quotes or back quotes is left so in any case.
 */
export const ENGLISH: Readonly<Record<string, string>> = {
  "{}; o {}": "{}; or {}",
  " ¿Quiso decir {}?": " Did you mean {}?",
  "{}, o {}": "{}, or {}",
  " (¿quiso decir {}?)": " (did you mean {}?)",
  ' (¿quiso decir "{}"?)': ' (did you mean "{}"?)',
  ' (¿quiso decir "{}", con `{}` {}?)': ' (did you mean "{}", with `{}` {}?)',
  "{} (estado {})": "{} (state {})",
  "El documento está reservado y aún no tiene un resultado final; consulte por id o repita con la misma clave y el mismo contenido.":
    "The document is reserved and has no final outcome yet; read it by its id, or repeat with the same key and the same content.",
  "de un documento que aún no tiene número": "of a document that has no number yet",
  "del documento {}": "of document {}",
  "La clave de idempotencia ya se usó con un contenido distinto: es {}. Si lo está reintentando, envíe el contenido original; si no, consúltelo antes de seguir.":
    "The idempotency key was already used with different content: it is {}. If this is a retry, send the original content; if not, read that document before you go on.",
  "El documento se cerró sin enviarse a la autoridad: su número es de otro documento de la empresa. Expídalo de nuevo con otra clave.":
    "The document was closed without being sent to the authority: its number belongs to another document of the company. Issue it again with another key.",
  "El documento se envió y se cerró por orden de dos personas: la autoridad dice que no lo conoce o lo rechaza sin indicar una regla. Confirme en el portal de la autoridad que no exista y expídalo de nuevo con otra clave.":
    "The document was sent and was closed by order of two people: the authority says that it does not know it, or rejects it without naming a rule. Make sure in the authority's portal that it does not exist, and issue it again with another key.",
  "El servicio no alcanza su almacenamiento en este momento; repita con la misma clave y el mismo contenido.":
    "The service cannot reach its storage at the moment; repeat with the same key and the same content.",
  "No se obtuvo un resultado concluyente de la autoridad; conserve `factura_id`, consulte el documento y no cree otra venta.":
    "The authority gave no conclusive outcome; keep `factura_id`, read the document, and do not create another sale.",
  "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte el documento y no use otra clave.":
    "The authority gave no conclusive outcome; keep the id, read the document, and do not use another key.",
  "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte el tiquete y no use otra clave.":
    "The authority gave no conclusive outcome; keep the id, read the ticket, and do not use another key.",
  "No se obtuvo un resultado concluyente de la autoridad; conserve el id, consulte la nota y no use otra clave.":
    "The authority gave no conclusive outcome; keep the id, read the note, and do not use another key.",
  "La autoridad rechazó el documento.": "The authority rejected the document.",
  "La autoridad rechazó el documento: {}": "The authority rejected the document: {=}",
  "La autoridad rechazó el documento: regla {}, {}{}": "The authority rejected the document: rule {=1}, {=2}{3}",
  " El número es de otro documento; este no fue procesado.":
    " The number belongs to another document; this one was not processed.",
  " El adquirente ya aceptó la factura, y la autoridad no admite una nota crédito que la nombre. Emita, con otra clave, una nota con `periodo` en vez de la factura, con `receptor`, `items` y un concepto distinto de 2.":
    " The buyer has already accepted the invoice, and the authority takes no credit note that names it. Issue, with another key, a note with `periodo` instead of the invoice, with `receptor`, `items` and a concept other than 2.",
  "La autoridad no respondió a tiempo; el servicio le pregunta.":
    "The authority did not answer in time; the service is asking it.",
  "La conexión con la autoridad se cortó antes de una respuesta completa; el servicio le pregunta.":
    "The connection to the authority broke before a complete answer; the service is asking it.",
  "El servicio se reinició antes de recibir la respuesta de la autoridad; le pregunta.":
    "The service restarted before it received the authority's answer; it is asking.",
  "La respuesta de la autoridad no dice qué pasó con el documento; el servicio le pregunta.":
    "The authority's answer does not say what became of the document; the service is asking it.",
  "La autoridad dice que no conoce el documento; el servicio le sigue preguntando.":
    "The authority says that it does not know the document; the service keeps asking.",
  "La autoridad dice que ya había recibido el documento; el servicio le pregunta por el resultado.":
    "The authority says that it had already received the document; the service is asking for its outcome.",
  "La autoridad todavía procesa el documento.": "The authority is still processing the document.",
  "La autoridad rechazó el envío antes de procesarlo; el servicio lo envía de nuevo.":
    "The authority turned the document away before processing it; the service sends it again.",
  "La autoridad dice que el número es de otro documento; el servicio le pregunta por este.":
    "The authority says that the number belongs to another document; the service is asking about this one.",
  "El documento se cerró sin enviarse a la autoridad: su número es de otro documento de la empresa.":
    "The document was closed without being sent to the authority: its number belongs to another document of the company.",
  "El documento se envió y se cerró por orden de dos personas: la autoridad dice que no lo conoce o lo rechaza sin indicar una regla.":
    "The document was sent and was closed by order of two people: the authority says that it does not know it, or rejects it without naming a rule.",
  "El servicio recuperó el documento de su registro y pregunta a la autoridad por él.":
    "The service recovered the document from its records and is asking the authority about it.",
  "La autoridad no responde; el servicio envía el documento cuando responda, en orden de llegada.":
    "The authority does not answer; the service sends the document when it does, in order of arrival.",
  "Un paso interno falló; el servicio lo repite.": "An internal step failed; the service repeats it.",
  "{} o {}": "{} or {}",
  "debe ser una fecha real con la forma AAAA-MM-DD": "must be a real date of the form YYYY-MM-DD",
  "mayor que": "greater than",
  "mayor o igual que": "greater than or equal to",
  "mayor que {} y hasta {}, con hasta {} decimales": "greater than {} and at most {}, with at most {} decimals",
  "mayor o igual que {} y hasta {}, con hasta {} decimales":
    "greater than or equal to {} and at most {}, with at most {} decimals",
  "debe ser un texto de hasta {} caracteres": "must be a text of at most {} characters",
  'debe ser un texto de hasta {} caracteres, como "{}"': 'must be a text of at most {} characters, such as "{}"',
  "no puede llevar saltos de línea, tabulaciones ni otros caracteres invisibles":
    "must have no line breaks, tabs or other invisible characters",
  "no puede llevar caracteres de control, tabulaciones ni U+FFFD, que queda donde se perdió una letra":
    "must have no control characters, tabs or U+FFFD, which stands where a letter was lost",
  "no puede llevar más de {} marcas combinantes (tildes sueltas) seguidas":
    "must have no more than {} combining marks (loose accents) in a row",
  "debe ir en una sola línea, sin tabulaciones": "must be on one line, without tabs",
  "admite hasta {} caracteres y trae {}": "takes at most {} characters and has {}",
  "no puede ir vacío": "must not be empty",
  "debe ser {}": "must be {}",
  "debe ser un número JSON (sin comillas ni separador de miles) {}":
    "must be a JSON number (without quotes or thousands separators) {}",
  "debe ser un número, o texto de hasta 20 dígitos con punto decimal y sin separador de miles, {}":
    "must be a number, or a text of at most 20 digits with a decimal point and without thousands separators, {}",
  " y hasta {}": " and at most {}",
  "debe ser un número entero (sin comillas) desde {}{}": "must be an integer (without quotes) from {}{}",
  "{}, o un texto vacío": "{}, or an empty text",
  "debe ser true o false (sin comillas)": "must be true or false (without quotes)",
  "debe ser un objeto JSON": "must be a JSON object",
  "debe ser un objeto JSON, como {}": "must be a JSON object, such as {=}",
  "debe ser una lista JSON": "must be a JSON list",
  "es obligatorio: {}": "is required: {}",
  "{}; se recibió {}": "{}; received {}",
  "{}{}; se recibió {}": "{}{}; received {}",
  "{} a {}": "{} to {}",
  "{} día": "{} day",
  "{} días": "{} days",
  "llegó una lista vacía": "an empty list came",
  "llegó {}": "{} came",
  "debe traer al menos {} {}; {}": "must have at least {} {}; {}",
  "admite hasta {} elementos; llegaron {}": "takes at most {} elements; {} came",
  "admite hasta {} datos; llegaron {}": "takes at most {} members; {} came",
  "empieza por «_»; esos nombres no se admiten": "begins with «_»; such names are not taken",
  "lleva un nombre reservado que no se admite en ningún nivel del cuerpo":
    "has a reserved name that is not taken at any level of the body",
  "aparece más de una vez en el mismo objeto; se espera una sola vez":
    "appears more than once in the same object; it is expected once",
  "contiene medio carácter Unicode (un sustituto suelto); se espera Unicode válido":
    "contains half a Unicode character (a lone surrogate); valid Unicode is expected",
  "trae el número {}; el exponente admite hasta {} cifras":
    "has the number {=1}; the exponent takes at most {2} digits",
  "es true y no vino `{}`, el precio con el impuesto incluido":
    "is true and `{}`, the price with its tax included, did not come",
  "no va con `{}`; envíe uno solo": "does not go with `{}`; send only one of them",
  "es obligatorio con `{}`": "is required with `{}`",
  "va con `{}` true, e incluye el impuesto; un valor sin él va en `{}`":
    "goes with `{}` true, and includes the tax; a value without it goes in `{}`",
  "es obligatorio con `{}` true: el precio con el impuesto incluido":
    "is required with `{}` true: the price with its tax included",
  "El campo `{}` {}.": "The field `{}` {}.",
  "El cuerpo {}.": "The body {}.",
  "El campo `{}` ({}) contradice a {}: son nombres del mismo dato; envíe uno solo o el mismo valor.":
    "The field `{1}` ({=2}) contradicts {3}: they are names of the same thing; send only one, or the same value.",
  "{}; a quien no se identifica se le factura como consumidor final, con {}":
    "{}; a buyer who is not identified is invoiced as the final consumer, with {}",
  "; ¿quiso decir `{}`?": "; did you mean `{}`?",
  'El campo `{}` trae el texto "{}" y se leyó {}: el punto separa decimales. Si quería decir {}, envíe "{}"; si no, envíe el número {}, sin comillas, y este aviso no sale.':
    'The field `{}` is the text "{}", and was read as {}: the point separates decimals. If you meant {}, send "{}"; if not, send the number {}, without quotes, and this notice does not come.',
  "El campo `{}` no se admite en esta parte de la solicitud{}":
    "The field `{}` is not accepted in this part of the request{}",
  "; ¿quiso decir {}?": "; did you mean {}?",
  "El campo `{}` no se admite: la tarifa va en `porcentaje_iva` y el impuesto en dinero en `impuesto`{}":
    "The field `{}` is not taken: the rate goes in `porcentaje_iva` and the tax in money in `impuesto`{}",
  'debe ser uno de {}; se recibió "{}"': 'must be one of {}; received "{}"',
  'debe ser un tipo de la lista oficial, como "13" o "31"; se recibió "{}"':
    'must be a type of the official list, such as "13" or "31"; received "{}"',
  'envíe "{}", o "{}-{}" si el NIT tiene diez dígitos': 'send "{}", or "{}-{}" if the NIT has ten digits',
  'termina en el dígito de verificación del NIT {}: {}; se recibió "{}"':
    'ends in the check digit of the NIT {}: {}; received "{}"',
  'trae un NIT con un dígito de verificación que no le corresponde; se recibió "{}"':
    'has a NIT with a check digit that is not its own; received "{}"',
  "de 1 a 15 dígitos": "from 1 to 15 digits",
  "de 1 a 30 letras (A a Z, Ñ) y dígitos": "from 1 to 30 letters (A to Z, Ñ) and digits",
  'debe tener {} con el tipo {}; se recibió "{}"': 'must have {} with type {}; received "{}"',
  "no es de esta API y no se usa{}": "does not belong to this API and is not used{}",
  "no es de esta ruta y no se usa{}": "does not belong to this route and is not used{}",
  'no es un código ISO 3166-1 de dos letras, como "CO", y no se usa; se recibió {}.':
    'is no ISO 3166-1 code of two letters, such as "CO", and is not used; received {}.',
  "no se usa junto a `linea`: sale de la línea del documento que se corrige.":
    "is not used beside `linea`: it comes from the line of the document that is corrected.",
  "Hay 1 aviso más, que no se lista.": "There is 1 more notice, which is not listed.",
  "Hay {} avisos más, que no se listan.": "There are {} more notices, which are not listed.",
  ". ¿Quiso decir `{}`?": ". Did you mean `{}`?",
  parámetro: "parameter",
  "El {} `{}` {}": "The {} `{}` {}",
  "Lo que pide esta nota.": "What this note asks for.",
  "del documento": "of the document",
  "del cargo": "of the charge",
  "Total {}.": "Total {}.",
  "Notas aceptadas.": "Accepted notes.",
  "Notas sin resultado final, que también cuentan.": "Notes without a final outcome, which count too.",
  "Lo que queda por acreditar.": "What is left to be credited.",
  "Lo que queda de la línea.": "What is left of the line.",
  "Lo que pide la nota.": "What the note asks for.",
  "factura de exportación": "export invoice",
  "factura de contingencia": "contingency invoice",
  "documento soporte": "support document",
  "tiquete POS": "POS ticket",
  "nota crédito": "credit note",
  "nota débito": "debit note",
  "nota débito de tiquete": "ticket debit note",
  "nota crédito de tiquete": "ticket credit note",
  "nota de ajuste": "adjustment note",
  "la factura": "the invoice",
  "el tiquete": "the ticket",
  "Falta decir qué corrige la nota: {} en `{}` o `{}`.": "What the note corrects is missing: {} in `{}` or `{}`.",
  "La venta es de {} antes de impuestos, más de {} (5 UVT): quien compra puede pedir factura electrónica en lugar del tiquete.":
    "The sale is {} before taxes, more than {} (5 UVT): the buyer may ask for an electronic invoice instead of the ticket.",
  "el documento soporte": "the support document",
  "{} es {}; no existe {} con ese id en la empresa.": "{} is {}; the company does not have {} with that id.",
  "Falta decir qué corrige la nota: {} en `{}` o `{}`, o el `periodo` donde se admite.":
    "What the note corrects is missing: {} in `{}` or `{}`, or the `periodo` where it is taken.",
  "{} y {}": "{} and {}",
  "Se enviaron {}; la nota corrige una sola cosa.": "{} were sent; a note corrects one thing only.",
  '{} es "{}"; debe ser una fecha real AAAA-MM-DD no posterior a hoy en Bogotá ({}){}.':
    '{} is "{}"; it must be a real date YYYY-MM-DD, not after today in Bogotá ({}){}.',
  "El documento es de tipo {} y una {} solo corrige {}.": "The document is of type {} and a {} corrects only {}.",
  "La autoridad rechazó el documento {}: no necesita nota; corríjalo y emítalo de nuevo.":
    "The authority rejected document {}: it needs no note; correct it and issue it again.",
  "El documento está en estado {}: la nota se emite cuando la autoridad lo haya aceptado; repita entonces con la misma clave.":
    "The document is in state {}: the note is issued once the authority has accepted it; repeat then with the same key.",
  "El servicio no tiene el archivo que se firmó del documento {}, y sin él no se puede corregir; quien lo opera debe reponerlo. Repita entonces con la misma clave.":
    "The service does not have the file that was signed of document {}, and without it the document cannot be corrected; the operator must put it back. Repeat then with the same key.",
  "El documento ya tiene todas las notas que se admiten: las rechazadas no cuentan. Reúna en menos notas lo que se corrige.":
    "The document already has all the notes that are taken: rejected ones do not count. Put what is corrected into fewer notes.",
  "{} es obligatorio: {}.": "{} is required: {}.",
  '{} es "{}"; se admite: {}.': '{} is "{}"; these are taken: {}.',
  'El concepto "2" anula un documento: no se admite con `periodo`.':
    'Concept "2" annuls a document: it is not taken with `periodo`.',
  'El concepto "2" anula el documento entero{}': 'Concept "2" annuls the whole document{}',
  "La {} sumaría 0.00 y no cambiaría nada: solo la anulación de un documento de 0.00 lo puede.":
    "The {} would come to 0.00 and change nothing: only the annulment of a document of 0.00 may.",
  "La nota suma {} y del documento quedan {} por acreditar.":
    "The note comes to {} and {} of the document are left to be credited.",
  "Del cargo {} del documento quedan {} por devolver y se piden {}.":
    "Charge {} of the document has {} left to be given back, and {} are asked for.",
  "Del cargo {} del documento queda menos por devolver de lo que se pide ({}).":
    "Charge {} of the document has less left to be given back than is asked for ({}).",
  "sus líneas son {}": "its lines are {}",
  "su única línea es la {}": "its only line is {}",
  "no hay un documento guardado del que tomarla": "there is no stored document to take it from",
  "{} es {} y {}.": "{} is {} and {}.",
  "no hay un documento guardado aquí que tenga cargos": "there is no document stored here that has charges",
  "los cargos del documento van de 1 a {}": "the charges of the document go from 1 to {}",
  "{} es {}; {}.": "{} is {}; {}.",
  "{} va con `{}`: sin ellos la nota es el documento entero, con sus descuentos y cargos.":
    "{} goes with `{}`: without them the note is the whole document, with its discounts and charges.",
  "{} es obligatorio en esta nota.": "{} is required in this note.",
  "{} es {} {} y {} es de {}; quítelo o envíe el mismo.": "{} is {} {} and {} is of {}; leave it out or send the same.",
  "La moneda, su tasa o la fecha de esta es {} y en {} es {}; quítela o envíe la misma.":
    "The currency, its rate or the date of the rate is {} and in {} it is {}; leave it out or send the same.",
  '{} es "{}"; una nota se emite hoy en Bogotá ({}), cuando se firma.':
    '{} is "{}"; a note is issued today in Bogotá ({}), when it is signed.',
  "no se recibió": "none was received",
  'se recibió "{}"': 'received "{}"',
  "{} debe ser una fecha real AAAA-MM-DD igual o posterior a la de emisión ({}) a crédito; {}.":
    "{} must be a real date YYYY-MM-DD, on or after the issue date ({}), on credit; {}.",
  "Una nota no lleva retenciones: su esquema no las tiene; quítelas.":
    "A note has no withholdings: its schema has none; leave them out.",
  "La empresa no tiene configurada {}; debe agregarla el operador.":
    "The company has not configured {}; the operator must add it.",
  "Está detenida {} en {}: otro sistema usó un número de la serie; debe revisarla el operador.":
    "{} has stopped at {}: another system used a number of the series; the operator must look at it.",
  "Está detenida {} en {}: ya lo tiene otra nota de la empresa; debe revisarla el operador.":
    "{} has stopped at {}: another note of the company already has it; the operator must look at it.",
  "El documento está anulado por otra nota y no admite más.":
    "The document is annulled by another note and takes no more.",
  "Otra nota anula el documento y aún no tiene un resultado final; si la autoridad la rechaza, repita con la misma clave.":
    "Another note annuls the document and has no final outcome yet; if the authority rejects it, repeat with the same key.",
  "Otras notas ya acreditaron todo el documento; no queda nada por acreditar.":
    "Other notes have already credited the whole document; nothing is left to be credited.",
  "Otras notas toman todo lo que queda del documento y alguna aún no tiene un resultado final; si la autoridad la rechaza, repita con la misma clave.":
    "Other notes take all that is left of the document, and one of them has no final outcome yet; if the authority rejects it, repeat with the same key.",
  'El periodo va de "{}" a "{}"; ambas deben ser fechas reales AAAA-MM-DD.':
    'The period goes from "{}" to "{}"; both must be real dates YYYY-MM-DD.',
  "El periodo empieza el {}, después de terminar el {}.": "The period begins on {}, after it ends on {}.",
  "El periodo termina el {}, después de hoy en Bogotá ({}).": "The period ends on {}, after today in Bogotá ({}).",
  " y los `items` no lo son; quítelos, o use otro concepto.":
    " and the `items` are not; leave them out, or use another concept.",
  ", con sus descuentos y cargos: no lleva otros; quítelos, o use otro concepto.":
    ", with its discounts and charges: it takes no others; leave them out, or use another concept.",
  " y ya hay otras notas; acredite lo que queda con otro concepto.":
    " and there are other notes already; credit what is left with another concept.",
  "no quedan unidades": "has no units left",
  "queda 1 unidad": "has 1 unit left",
  "quedan {} unidades": "has {} units left",
  "se pide 1": "1 is asked for",
  "se piden {}": "{} are asked for",
  "De la línea {} {} y {}.": "Line {} {}, and {}.",
  "El valor unitario de la línea {} es {} y se pide {}; una nota no puede pasar de él.":
    "The unit value of line {} is {} and {} is asked for; a note cannot exceed it.",
  "Por una unidad de la línea {} se pagaron {} con sus impuestos y se pide devolver {}; una nota no puede pasar de lo pagado.":
    "{2} were paid for one unit of line {1}, its taxes included, and {3} are asked back; a note cannot exceed what was paid.",
  "De la línea {} quedan {} por acreditar y se piden {}.": "Line {} has {} left to be credited, and {} are asked for.",
  "De la línea {} quedan menos unidades de las que se piden ({}).":
    "Line {} has fewer units left than are asked for ({}).",
  "El valor unitario de la línea {} es menor que el que se pide ({}); una nota no puede pasar de él.":
    "The unit value of line {} is less than what is asked for ({}); a note cannot exceed it.",
  "Por una unidad de la línea {} se pagó menos de lo que se pide devolver ({}); una nota no puede pasar de lo pagado.":
    "Less was paid for one unit of line {} than is asked back ({}); a note cannot exceed what was paid.",
  "De la línea {} queda menos por acreditar de lo que se pide ({}).":
    "Line {} has less left to be credited than is asked for ({}).",
  "la numeración de la {} (tipo {})": "the numbering of the {} (type {})",
  "factura electrónica (FE)": "electronic invoicing (FE)",
  "documento soporte electrónico (DSE)": "electronic support documents (DSE)",
  "documento equivalente electrónico (DEE)": "electronic equivalent documents (DEE)",
  "facturas electrónicas": "electronic invoices",
  "facturas de contingencia": "contingency invoices",
  "documentos soporte": "support documents",
  "tiquetes POS": "POS tickets",
  "no puede ser menor que 0": "cannot be less than 0",
  "debe ser mayor que cero": "must be greater than zero",
  "no puede pasar de 100": "cannot exceed 100",
  "admite hasta {} decimales": "takes at most {} decimals",
  "partida arancelaria": "tariff heading",
  "La configuración de la empresa": "The configuration of the company",
  "debe corregirla el operador.": "the operator must correct it.",
  "{} es {}; debe ser mayor que cero.": "{} is {}; it must be greater than zero.",
  "{} es {}; debe ser mayor que cero.{}": "{} is {}; it must be greater than zero.{}",
  " Un obsequio o una muestra lleva su valor comercial en `{}`.":
    " A gift or a sample has its commercial value in `{}`.",
  "{} es {}; admite hasta {} decimales.": "{} is {}; it takes at most {} decimals.",
  "{} es {}; un porcentaje {}.": "{} is {}; a percentage {}.",
  '{} no puede ser posterior a {} ({}); se recibió "{}".': '{} cannot be after {} ({}); received "{}".',
  '{} no puede ser anterior a {} ({}); se recibió "{}".': '{} cannot be before {} ({}); received "{}".',
  '{} debe ser posterior a {} ({}); se recibió "{}".': '{} must be after {} ({}); received "{}".',
  '{} es "{}"; debe ser una fecha real AAAA-MM-DD igual o posterior a la de emisión ({}){}.':
    '{} is "{}"; it must be a real date YYYY-MM-DD, on or after the issue date ({}){}.',
  '{} es "{}"; debe ser una fecha real AAAA-MM-DD no posterior a la de emisión ({}){}.':
    '{} is "{}"; it must be a real date YYYY-MM-DD, not after the issue date ({}){}.',
  "Hay 1 problema más, que no se lista.": "There is 1 more problem, which is not listed.",
  "Hay {} problemas más, que no se listan.": "There are {} more problems, which are not listed.",
  "{} debe traer al menos un ítem.": "{} must have at least one item.",
  " ({} x {})": " ({} x {})",
  "{} da un valor de línea de {}{}; debe ser mayor que cero.":
    "{} gives a line value of {}{}; it must be greater than zero.",
  "{} suma {} con el impuesto incluido, que no se puede repartir entre {} unidades con un precio base de {} decimales; divida el ítem en varios.":
    "{} comes to {} with its tax included, which cannot be divided among {} units with a base price of {} decimals; divide the item into several.",
  "{} es obligatorio: envíe el valor unitario base, o `{}`.": "{} is required: send the base unit value, or `{}`.",
  " con `iva_incluido` true y tarifa {}": " with `iva_incluido` true and rate {}",
  "pero `{}` {}{} equivale a {} sin impuesto": "but `{}` {}{} equals {} without tax",
  "{} es {}, {}; deben coincidir al centavo.": "{} is {}, {}; they must be equal to the cent.",
  "{} es {}: la tarifa {}.": "{} is {}: the rate {}.",
  '{} es "{}", que no está en la lista de la autoridad; sus tributos en porcentaje son {}, y por unidad {}.':
    '{} is "{}", which is not in the authority\'s list; its percentage taxes are {}, and those by unit {}.',
  '{} es "{}", que no está en la lista de tributos de la autoridad.':
    '{} is "{}", which is not in the authority\'s list of taxes.',
  '{} es "{}" ({}), una retención: va en "withholdings".': '{} is "{}" ({}), a withholding: it goes in "withholdings".',
  '{} es "{}" ({}), que se liquida por unidad y no por porcentaje.':
    '{} is "{}" ({}), which is charged by unit and not by percentage.',
  '{} es "{}" ({}), que describe a un responsable y no el impuesto de un ítem.':
    '{} is "{}" ({}), which describes a taxpayer and not the tax of an item.',
  '{} es "{}" ({}), que no causa impuesto, pero la tarifa es {}.':
    '{} is "{}" ({}), which causes no tax, but the rate is {}.',
  '{} es "{}" ({}), que no es un tributo de un ítem; quítelo.':
    '{} is "{}" ({}), which is no tax of an item; leave it out.',
  '{} es "{}" ({}): la autoridad no publica cómo se calcula ese tributo y aquí no se admite; se admiten {}, y por unidad {}.':
    '{} is "{}" ({}): the authority does not publish how that tax is computed, and it is not taken here; {} are taken, and by unit {}.',
  '{} repite "{}" ({}); cada tributo va una sola vez en el ítem.':
    '{} repeats "{}" ({}); each tax goes once in an item.',
  "{} no aplica a {}, que es un porcentaje de la base: envíe `{}`.":
    "{} does not apply to {}, which is a percentage of the base: send `{}`.",
  "{} no aplica a {}, que es un valor por unidad: envíe `{}`.":
    "{} does not apply to {}, which is an amount by unit: send `{}`.",
  "{} es obligatorio: {} es un porcentaje de la base.": "{} is required: {} is a percentage of the base.",
  "{} es obligatorio: {} es un valor por unidad.": "{} is required: {} is an amount by unit.",
  "{} es obligatorio: los mililitros que trae una unidad del ítem, porque {} se cobra por cada 100.":
    "{} is required: the millilitres in a unit of the item, because {} is charged for every 100.",
  '{} no aplica al tributo "{}" ({}); no lo envíe.': '{} does not apply to tax "{}" ({}); do not send it.',
  "{} paga {} con los impuestos incluidos, que no alcanza para los tributos por unidad ({}).":
    "{} pays {} with its taxes included, which does not cover the taxes by unit ({}).",
  '{} debe ser una unidad de la lista oficial, como "EA" o "94"; se recibió "{}".':
    '{} must be a unit of the official list, such as "EA" or "94"; received "{}".',
  '{} debe ser una unidad de la lista de la autoridad, como "94" (und) o "KGM" (kg); se recibió "{}".{}':
    '{} must be a unit of the authority\'s list, such as "94" (und) or "KGM" (kg); received "{}".{}',
  '{} debe tener {} dígitos en el esquema {} ({}); se recibió "{}".':
    '{} must have {} digits in scheme {} ({}); received "{}".',
  '{} es "{}"; su último dígito, el de verificación, debe ser {}.':
    '{} is "{}"; its last digit, the check digit, must be {}.',
  "mayor que 0": "greater than 0",
  '{} es "{}", que lleva `{}` {}; se recibió {}.': '{} is "{}", which goes with `{}` {}; received {}.',
  '{} es "{}", que no va con `{}` "{}".': '{} is "{}", which does not go with `{}` "{}".',
  "{} es {}; con `{}` la línea no tiene precio: envíe 0 o no lo envíe.":
    "{} is {}; with `{}` the line has no price: send 0, or leave it out.",
  "{} es obligatorio, o bien `{}` para derivarlo.": "{} is required, or else `{}` to derive it from.",
  "{} no coincide con cantidad x precio_unitario ({}); se recibió {}.":
    "{} is not quantity x precio_unitario ({}); received {}.",
  "{} no se puede repartir entre {} unidades con un precio de {} decimales; se recibió {}, envíe también precio_unitario.":
    "{} cannot be divided among {} units with a price of {} decimals; received {}, send precio_unitario too.",
  "{} es {}, que por {} da {}; el documento imprime el precio con {} decimales ({}), que da {}; envíe hasta {} decimales, o la cantidad en una unidad mayor, como el millar, con su precio.":
    "{} is {}, which times {} gives {}; the document prints the price with {} decimals ({}), which gives {}; send at most {} decimals, or the quantity in a larger unit, such as the thousand, with its price.",
  "{} es un valor en dinero y no coincide con base x porcentaje_iva ({} x {} % = {}); se recibió {}.":
    "{} is an amount of money and is not base x porcentaje_iva ({} x {} % = {}); received {}.",
  "{} es un valor en dinero y no puede pasar de la base ({}); se recibió {}.":
    "{} is an amount of money and cannot exceed the base ({}); received {}.",
  "{} no es un centro de costo de la empresa; se recibió {}.": "{} is no cost centre of the company; received {}.",
  '{} nombra otro centro de costo que `{}`; se recibió "{}".': '{} names another cost centre than `{}`; received "{}".',
  "{} no va con `{}`; envíe uno solo.": "{} does not go with `{}`; send only one of them.",
  "con impuestos": "with taxes",
  "antes de impuestos": "before taxes",
  "{} es {}, más que el valor de la línea {} ({}).": "{} is {}, more than the value of the line {} ({}).",
  "{} es {} y sobre {} da 0.00; debe dar al menos un centavo.":
    "{} is {} and of {} it gives 0.00; it must give at least one cent.",
  "{} es obligatorio, o bien `{}`.": "{} is required, or else `{}`.",
  '{} es "{}"; debe ser {}.': '{} is "{}"; it must be {}.',
  "{} es {}, más que el valor de las líneas con impuestos ({}); cóbrelo como un ítem.":
    "{} is {}, more than the value of the lines with taxes ({}); charge it as an item.",
  "{} suma {}, más que el valor de las líneas con impuestos ({}).":
    "{} comes to {}, more than the value of the lines with taxes ({}).",
  "{} no se usa: la línea no trae `{}` ni su porcentaje.":
    "{} is not used: the line has neither `{}` nor its percentage.",
  '{} es "{}": esa factura de papel ya es del documento {} (estado {}). Una factura de papel se transcribe una sola vez; consulte ese documento.':
    '{} is "{}": that paper invoice already is document {} (state {}). A paper invoice is transcribed once; read that document.',
  "{} es de una factura de contingencia; envíelo solo con `{}` true.":
    "{} is of a contingency invoice; send it only with `{}` true.",
  "Las líneas de la nota suman": "The lines of the note come to",
  "divida la nota en varias": "divide the note into several",
  "{} suma": "{} comes to",
  "divida el documento en varios": "divide the document into several",
  "{} es {} y las líneas suman {}; la diferencia admitida es {}.":
    "{} is {} and the lines come to {}; the difference that is taken is {}.",
  "La nota sumaría {}; se admite hasta {}.": "The note would come to {}; at most {} is taken.",
  "{} sería {} según las líneas; se admite hasta {}.": "{} would be {} by its lines; at most {} is taken.",
  "{} suma {} y no puede pasar de {}.": "{} comes to {} and cannot exceed {}.",
  "{} suma {}, más que el total del documento ({}).": "{} comes to {}, more than the total of the document ({}).",
  "{} suma {}, más que el total de la factura ({}).": "{} comes to {}, more than the total of the invoice ({}).",
  "{} suma {} y no puede pasar del total del documento ({}).":
    "{} comes to {} and cannot exceed the total of the document ({}).",
  "más de": "more than",
  ", cada uno con {} retenciones,": ", each with {} withholdings,",
  "El documento ocuparía {} en XML y la autoridad admite 500 KB; reparta sus {} ítems{} en varios documentos.":
    "The document would take {} in XML and the authority takes 500 KB; divide its {} items{} among several documents.",
  "{} es 0, como los de imprevistos y utilidad; al menos uno debe ser mayor que cero.":
    "{} is 0, like those of contingencies and profit; at least one must be greater than zero.",
  "{} es 0, pero `{}` dice que el IVA se cobra sobre la utilidad.":
    "{} is 0, but `{}` says that IVA is charged on the profit.",
  '{} es "{}", que la empresa no tiene configurado; configurados: {}.':
    '{} is "{}", which the company has not configured; configured: {}.',
  '{} repite "{}"; cada retención se informa una sola vez.': '{} repeats "{}"; each withholding is stated once.',
  '{} es "{}"; para "{}" la empresa admite {}.': '{} is "{}"; for "{}" the company takes {}.',
  '{} es "{}", pero esa base es 0.00 en esta factura; quite la retención.':
    '{} is "{}", but that base is 0.00 in this invoice; leave the withholding out.',
  '{} repite la clave "{}" de `{}`; cada retención lleva una clave distinta.':
    '{} repeats the key "{}" of `{}`; each withholding has a key of its own.',
  "{} da la base {}; debe ser mayor que cero y no pasar del total del documento ({}).":
    "{} gives the base {}; it must be greater than zero and not exceed the total of the document ({}).",
  "{} debe ser base x percent ({} x {} % = {}) con un centavo de tolerancia; se recibió {}.":
    "{} must be base x percent ({} x {} % = {}) within one cent; received {}.",
  "{} no puede pasar de su base ({}); se recibió {}.": "{} cannot exceed its base ({}); received {}.",
  '{} es "{}", pero la empresa no tiene establecimientos: los registra el operador del servicio.':
    '{} is "{}", but the company has no establishments: the operator of the service registers them.',
  '{} es "{}", que no es un establecimiento de la empresa; los que hay son {}.':
    '{} is "{}", which is no establishment of the company; these exist: {}.',
  "{} es {}, que no es un método de pago de la empresa; consulte la lista de métodos de pago.":
    "{} is {}, which is no payment method of the company; see the list of payment methods.",
  "{} es {}, que está inactivo; consulte la lista de métodos de pago.":
    "{} is {}, which is inactive; see the list of payment methods.",
  '{} es "{}", pero el método {} de la empresa es de "{}".': '{} is "{}", but method {} of the company is of "{}".',
  'como "10" o "42"{}': 'such as "10" or "42"{}',
  '{} es "{}"; se espera un código de la lista de medios de pago de la autoridad, {}.':
    '{} is "{}"; a code of the authority\'s list of payment means is expected, {}.',
  '{} debe ser un medio de pago de la lista oficial, {}; se recibió "{}".':
    '{} must be a payment means of the official list, {}; received "{}".',
  '{} es obligatorio cuando `{}` es "credito".': '{} is required when `{}` is "credito".',
  '{} es obligatorio con {} "2" (crédito).': '{} is required with {} "2" (credit).',
  '{} es "{}"; se admiten "COP" y "USD".': '{} is "{}"; "COP" and "USD" are taken.',
  '{} debe ser una moneda ISO 4217, como "COP"; se recibió "{}".':
    '{} must be an ISO 4217 currency, such as "COP"; received "{}".',
  '{} es obligatorio con {} "{}": pesos colombianos por unidad de la moneda.':
    '{} is required with {} "{}": Colombian pesos for one unit of the currency.',
  '{} es obligatorio para "{}": los pesos por unidad de esa moneda (o `{}`).':
    '{} is required for "{}": the pesos for one unit of that currency (or `{}`).',
  '{} es obligatorio para "{}": la fecha de la tasa de cambio, AAAA-MM-DD.':
    '{} is required for "{}": the date of the exchange rate, YYYY-MM-DD.',
  '{} no aplica con {} "COP"; no lo envíe.': '{} does not apply with {} "COP"; do not send it.',
  "{} es obligatorio: con {} pagos se dice cuánto es cada uno.":
    "{} is required: with {} payments each one says how much it is.",
  "{} suma {}; debe sumar {}.": "{} comes to {}; it must come to {}.",
  "{} suma {} y la parte a crédito es {}; deben ser iguales.":
    "{} comes to {} and the part on credit is {}; they must be equal.",
  "{} divide lo que se paga a crédito, y ningún pago es a crédito.":
    "{} divides what is paid on credit, and no payment is on credit.",
  "{} divide un solo pago a crédito, y hay varios; deje uno.":
    "{} divides a single payment on credit, and there are several; leave one.",
  "{} solo va con un pago de contado en efectivo (medio 10); este es de medio {}.":
    "{} goes only with a payment at once in cash (means 10); this one is of means {}.",
  '{} es "{}"; un pago de contado vence el día de emisión ({}): no lo envíe, o envíe "credito".':
    '{} is "{}"; a payment at once is due on the issue date ({}): do not send it, or send "credito".',
  "{} es obligatorio con `{}`: la dirección de entrega se firma completa.":
    "{} is required with `{}`: the delivery address is signed whole.",
  "{} es de un adquirente en {} con identificación {}; una exportación (tipo 02) es para uno del exterior: con tipo_doc 41, 42 o 50, o con otro país.":
    "{} is of a buyer in {} with identification {}; an export (type 02) is for one abroad: with tipo_doc 41, 42 or 50, or with another country.",
  '{} es {}; en una exportación (tipo 02) cada ítem es exento: envíe iva 0 y tratamiento "exento".':
    '{} is {}; in an export (type 02) every item is exempt: send iva 0 and tratamiento "exento".',
  "{} no va con `{}`.": "{} does not go with `{}`.",
  "{} es obligatorio: el nombre o la razón social del adquirente.":
    "{} is required: the name or business name of the buyer.",
  '{} es "{}"; debe ser una sola dirección de correo, como nombre@dominio.co.':
    '{} is "{}"; it must be one e-mail address, such as nombre@dominio.co.',
  '{} es "{}"{}; debe ser uno de {}.': '{} is "{}"{}; it must be one of {}.',
  '{} es "{}"; se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT).':
    '{} is "{}"; a code of the authority\'s list is expected, such as "13" (citizen\'s card) or "31" (NIT).',
  "{} es obligatorio: debe ser uno de {}.{}": "{} is required: it must be one of {}.{}",
  '{} es obligatorio: se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT).{}':
    '{} is required: a code of the authority\'s list is expected, such as "13" (citizen\'s card) or "31" (NIT).{}',
  ' El consumidor final se factura con `{}` "{}".': ' The final consumer is invoiced with `{}` "{}".',
  '{} debe ser un tipo de identificación de la lista oficial, como "13" o "31"; se recibió "{}".':
    '{} must be an identification type of the official list, such as "13" or "31"; received "{}".',
  '{} es "{}"; el consumidor final ({}) lleva "{}".': '{} is "{}"; the final consumer ({}) has "{}".',
  '{} debe ser uno de {} porque el proveedor no reside en Colombia; se recibió "{}".':
    '{} must be one of {} because the supplier does not reside in Colombia; received "{}".',
  "de 3 a 15 dígitos": "from 3 to 15 digits",
  "de 3 a 30 letras (A a Z, Ñ) y dígitos": "from 3 to 30 letters (A to Z, Ñ) and digits",
  '{} es "{}"; para el tipo {} ({}) se espera un número {}.':
    '{1} is "{2}"; for type {3} ({=4}) a number of {5} is expected.',
  '{} de un proveedor residente debe tener de 1 a 15 dígitos, sin letras; se recibió "{}".':
    '{} of a resident supplier must have from 1 to 15 digits, without letters; received "{}".',
  '{} es "{}"; el dígito de verificación del NIT {} es {} y no {}.':
    '{} is "{}"; the check digit of the NIT {} is {} and not {}.',
  '{} debe ser "{}" para el número {}; se recibió "{}".': '{} must be "{}" for the number {}; received "{}".',
  "{} no aplica a esta identificación del exterior; no lo envíe.":
    "{} does not apply to this identification from abroad; do not send it.",
  "termina en el dígito de verificación del NIT {}: envíe": "ends in the check digit of the NIT {}: send",
  '"{}-{}", o "{}-{}" si el NIT tiene diez dígitos': '"{}-{}", or "{}-{}" if the NIT has ten digits',
  '"{}" y "{}" en {}, o "{}" en {} si el NIT tiene diez dígitos':
    '"{}" and "{}" in {}, or "{}" in {} if the NIT has ten digits',
  '{} es "{}" con tipo 13 (cédula), y las cédulas de diez dígitos empiezan por 1. ¿Es el NIT {} con su dígito de verificación? Entonces envíe "31" en `{}`, "{}" y "{}" en `{}`.':
    '{} is "{}" with type 13 (citizen\'s card), and cards of ten digits begin with 1. Is it the NIT {} with its check digit? Then send "31" in `{}`, "{}" and "{}" in `{}`.',
  '{} debe ser de {}, separados por ";"; se recibió "{}".': '{} must be of {}, separated by ";"; received "{}".',
  '{} debe ser uno de {}; se recibió "{}".': '{} must be one of {}; received "{}".',
  '{} debe ser un país ISO 3166-1 de dos letras, como "CO"; se recibió "{}".':
    '{} must be an ISO 3166-1 country of two letters, such as "CO"; received "{}".',
  '{} es obligatorio, porque {} "{}" no nombra un solo municipio de la lista oficial.{}':
    '{} is required, because {} "{}" does not name a single municipality of the official list.{}',
  '{} debe ser un código DIVIPOLA de 5 dígitos de la lista oficial; se recibió "{}".{}':
    '{} must be a DIVIPOLA code of 5 digits of the official list; received "{}".{}',
  "{} es obligatorio para un proveedor en Colombia: el código DIVIPOLA, o el nombre en `{}`.":
    "{} is required for a supplier in Colombia: the DIVIPOLA code, or the name in `{}`.",
  "{} es obligatorio con `{}`: la dirección del adquirente se firma completa (en Colombia, con calle y municipio) o no se firma.":
    "{} is required with `{}`: the buyer's address is signed whole (in Colombia, with street and municipality) or not at all.",
  '{} es "{}"; el consumidor final solo lleva "R-99-PN".': '{} is "{}"; the final consumer has only "R-99-PN".',
  "{} es de Colombia, y por `{}` el lugar es de otro país: quítelo, y nombre la ciudad en `{}`.":
    "{} is of Colombia, and by `{}` the place is in another country: leave it out, and name the city in `{}`.",
  '{} es "{}"; "R-99-PN" (no aplica) va sola.': '{} is "{}"; "R-99-PN" (does not apply) stands alone.',
  "{} es obligatorio, o `{}`: {} no tiene su capital en el propio departamento, y no se supone otro municipio.":
    "{} is required, or `{}`: {} does not have its capital in the department itself, and no other municipality is assumed.",
  '{} debe ser un código de 2 dígitos de la lista oficial; se recibió "{}".':
    '{} must be a code of 2 digits of the official list; received "{}".',
  '{} no nombra un solo departamento de la lista oficial; se recibió "{}".':
    '{} does not name a single department of the official list; received "{}".',
  '{} debe ser "{}", el departamento del municipio {}; se recibió "{}".':
    '{} must be "{}", the department of municipality {}; received "{}".',
  '{} no corresponde al código {}, que es {}; se recibió "{}".':
    '{} does not match code {}, which is {}; received "{}".',
  '{} debe tener 6 dígitos en Colombia; se recibió "{}".': '{} must have 6 digits in Colombia; received "{}".',
  '{} es "{}"; debe ser la fecha de hoy en Bogotá ({}), que es la de la firma.':
    '{} is "{}"; it must be today\'s date in Bogotá ({}), which is that of the signature.',
  '{} es "{}"; debe ser la fecha de hoy ({}) o la anterior en que se escribió la factura de contingencia.':
    '{} is "{}"; it must be today\'s date ({}) or the earlier one on which the contingency invoice was written.',
  '{} debe ser la fecha de hoy en Colombia ({}) con {} "1"; se recibió "{}".':
    '{} must be today\'s date in Colombia ({}) with {} "1"; received "{}".',
  '{} debe ser igual a {} con {} "1"; se recibió "{}".': '{} must be equal to {} with {} "1"; received "{}".',
  '{} es obligatorio con {} "2" (acumulado semanal).': '{} is required with {} "2" (weekly sum).',
  "abarca con {} {} días calendario, contando ambos extremos": "spans with {} {} calendar days, counting both ends",
  '{} no puede ser posterior a hoy en Colombia ({}); se recibió "{}".':
    '{} cannot be after today in Colombia ({}); received "{}".',
  '{} no puede ser posterior a la hora de Colombia ({}); se recibió "{}".':
    '{} cannot be after the time in Colombia ({}); received "{}".',
  '{} es la fecha de la firma y no puede ser más de {} días anterior a hoy en Colombia ({}); se recibió "{}".':
    '{} is the date of the signature and cannot be more than {} days before today in Colombia ({}); received "{}".',
  "pone la firma en {}, cuando no rige ningún certificado de la empresa que rija ahora":
    "puts the signature at {}, when no certificate of the company is valid that is valid now",
  "{} trae el NIT {} con el dígito de verificación {}, que no le corresponde; {}":
    "{} has the NIT {} with the check digit {}, which is not its own; {}",
  "{} trae responsabilidades fiscales fuera de lista ({}); {}":
    "{} has tax responsibilities outside of the list ({}); {}",
  "{} no trae la dirección completa; {}": "{} does not have the whole address; {}",
  "{} no trae un municipio de la lista; {}": "{} does not have a municipality of the list; {}",
  "{} no trae el departamento de su municipio; {}": "{} does not have the department of its municipality; {}",
  '{} trae el país "{}" y debe ser "CO"; {}': '{} has the country "{}" and it must be "CO"; {}',
  "La empresa no tiene un certificado de firma configurado; debe cargarlo el operador del servicio.":
    "The company has no signing certificate; the operator of the service must load it.",
  "Ningún certificado de firma de la empresa está vigente; el último vence o venció el {}.":
    "No signing certificate of the company is valid; the last one ends or ended on {}.",
  "La empresa está suspendida y no puede emitir documentos nuevos; lo ya emitido se sigue consultando. Hable con el operador del servicio y repita después la misma petición.":
    "The company is suspended and cannot issue new documents; what was issued can still be read. Talk to the operator of the service and repeat the same request later.",
  "La empresa no tiene contratado el módulo de {}.": "The company has not contracted the module of {}.",
  "La empresa no tiene un plan de {} para el año {}.": "The company has no plan of {} for the year {}.",
  "El plan de {} para el año {}": "The plan of {} for the year {}",
  "{} está agotado: se usaron {} de {} documentos.": "{} is used up: {} of {} documents were used.",
  "La empresa no tiene un rango de numeración activo para {}.": "The company has no active numbering range for {}.",
  "La empresa no tiene un rango de numeración activo con el prefijo {} del establecimiento para {}.":
    "The company has no active numbering range with the establishment's prefix {} for {}.",
  "La numeración para {} está detenida ({}): la autoridad informa que otro sistema usó un número de este rango. El operador del servicio debe revisarla; repita después la misma petición.":
    "The numbering for {} has stopped ({}): the authority reports that another system used a number of this range. The operator of the service must look at it; then repeat the same request.",
  " con el prefijo {} del establecimiento": " with the establishment's prefix {}",
  "Ningún rango de numeración{} para {}": "No numbering range{} for {}",
  "{} está vigente en la fecha {}: los rangos activos van del {} al {}.":
    "{} is valid on {}: the active ranges go from {} to {}.",
  "La numeración para {} está detenida: el número que sigue, {}, ya lo tiene otro documento de la empresa. El operador del servicio debe corregir los rangos; repita después la misma petición.":
    "The numbering for {} has stopped: the next number, {}, already belongs to another document of the company. The operator of the service must correct the ranges; then repeat the same request.",
  "El rango de numeración para {} está agotado ({}); se necesita un rango nuevo.":
    "The numbering range for {} is used up ({}); a new range is needed.",
  "Sin correo del adquirente la autoridad acepta la factura con una notificación; envíelo si lo conoce.":
    "Without the buyer's e-mail the authority accepts the invoice with a notification; send it if you know it.",
  "no está entre las publicadas de {} ({})": "is not among those published of {} ({})",
  "La tarifa {} {}; la autoridad acepta el documento con una notificación.":
    "The rate {} {}; the authority accepts the document with a notification.",
  '{} es "{}", que la lista de la autoridad escribe "{}": se firma "{}".':
    '{} is "{}", which the authority\'s list spells "{}": "{}" is signed.',
  "{} no vino: una exportación de bienes dice con qué condición se entrega; si es de servicios, no hace falta.":
    "{} did not come: an export of goods says under which terms it is delivered; of services, it is not needed.",
  '{} es "{}" y no se usa: la nota lleva el nombre del documento que corrige{}.':
    '{} is "{}" and is not used: the note has the name of the document that it corrects{=}.',
  '{} es "{}" y no se usa: rige el medio "{}" del método {} de la empresa.':
    '{} is "{}" and is not used: the means "{}" of the company\'s method {} applies.',
  "{} tiene caracteres sin forma impresa ({}): los archivos PDF muestran un recuadro en su lugar; el documento firmado los lleva como vinieron.":
    "{} has characters without a printed form ({}): the PDF files show a box in their place; the signed document has them as they came.",
  "{} es {}, menos de 1 %; una tarifa va en porcentaje: ¿quiso decir {}?":
    "{} is {}, less than 1 %; a rate is a percentage: did you mean {}?",
  "{} es {}, es decir {} %. ¿Quiso decir {}?": "{} is {}, which is {} %. Did you mean {}?",
  "{} es {}: se cobra {} %. ¿Quiso decir {}?": "{} is {}: {} % is charged. Did you mean {}?",
  "{} es true, pero sin `{}`: `{}` es el valor base y el impuesto se suma encima. Si {} ya incluye el impuesto, envíelo en `{}` y no en `{}`.":
    "{} is true, but without `{}`: `{}` is the base value and the tax is added on top. If {} already includes the tax, send it in `{}` and not in `{}`.",
  "la empresa no tiene cajas registradas": "the company has no registered tills",
  "las registradas son {}": "those registered are {}",
  "no dice la placa de la caja": "does not say the plate of the till",
  'dice la placa "{}" sin la ubicación': 'says the plate "{}" without the location',
  "{} es {}: la empresa no expide tiquetes por más de {} antes de impuestos (5 UVT). Expida una factura electrónica.":
    "{} is {}: the company issues no tickets for more than {} before taxes (5 UVT). Issue an electronic invoice.",
  '{} es "{}", de hace {} días: una factura de papel se transcribe dentro de las {} horas siguientes a la contingencia.':
    '{} is "{}", {} days ago: a paper invoice is transcribed within {} hours after the contingency.',
  "{} es {}: son pesos por unidad de la moneda, no al revés. ¿Quiso decir {}?":
    "{} is {}: it is pesos for one unit of the currency, not the other way round. Did you mean {}?",
  '{} es {}: la línea no tiene valor, y como precio de referencia, que la autoridad pide mayor que cero, el documento lleva {} con el tipo "otro valor".':
    '{} is {}: the line has no value, and as its reference price, which the authority asks to be greater than zero, the document has {} with the type "otro valor".',
  "{} es {}: es dinero, así que el impuesto de la línea es {}. ¿Quiso decir `{}`: {}?":
    "{} is {}: it is money, so the tax of the line is {}. Did you mean `{}`: {}?",
  "se usa {} (cédula); envíe el tipo real": "{} (citizen's card) is used; send the real type",
  "se usa {} (no responsable de IVA); envíe el real": "{} (not responsible for IVA) is used; send the real one",
  "se usa {} (no aplica); envíe el real": "{} (does not apply) is used; send the real one",
  "se usa un texto de relleno; envíe la dirección real": "a filler text is used; send the real address",
  "se usa la capital del departamento, {}; envíe el municipio real":
    "the capital of the department, {}, is used; send the real municipality",
  "se usa el municipio de la propia empresa, {}; envíe el real":
    "the municipality of the company itself, {}, is used; send the real one",
  "se usa {} (desconocido); envíe el real": "{} (unknown) is used; send the real one",
  "se usa un texto con el código UNSPSC; envíe la real": "a text with the UNSPSC code is used; send the real one",
  "se usa la suma de los ítems, sin comprobarla contra la suya":
    "the sum of the items is used, without checking it against yours",
  "se usa false, y el impuesto se suma a `unit_input`; si ese precio ya lo incluye, envíe true":
    "false is used, and the tax is added to `unit_input`; if that price includes it already, send true",
  "se usa {} (contado)": "{} (paid at once) is used",
  "se usa {} (efectivo)": "{} (cash) is used",
  "se usa el método de pago por defecto de la empresa": "the company's default payment method is used",
  "El campo `{}`": "The field `{}`",
  " en details": " in details",
  "; details trae los primeros": "; details has the first",
  "{} (y {} más{})": "{} (and {} more{})",
  "debe ser true o false; se recibió {}": "must be true or false; received {}",
  "debe ser un entero positivo; se recibió {}": "must be a positive integer; received {}",
  "debe ser un entero; se recibió {}": "must be an integer; received {}",
  "debe ser un entero desde 1; se recibió {}": "must be an integer from 1; received {}",
  "debe ser uno de {}; se recibió {}": "must be one of {=1}; received {2}",
  "debe ser uno de {}, o varios separados por comas; se recibió {}":
    "must be one of {=1}, or several separated by commas; received {2}",
  "debe ser un entero de {} a {}; se recibió {}": "must be an integer from {1} to {2}; received {3}",
  "debe ser un cursor que esta API entregó; se recibió {}": "must be a cursor that this API handed out; received {}",
  "deja {} días desde `{}`, ambos incluidos; se suman a lo sumo {}":
    "is {} days from `{}`, both included; at most {} are added up",
  "no puede ser anterior a `{}` ({})": "cannot be before `{}` ({})",
  "contradice al cursor de `after`, que va en el orden {}; quítelo":
    "contradicts the cursor of `after`, which is in the order {}; leave it out",
  "aparece más de una vez; envíelo una sola": "appears more than once; send it once",
  "queda a más de {} registros de ambos extremos del listado; acótelo con filtros o, en v2, siga con `after`; se recibió {}":
    "is more than {1} records away from both ends of the list; narrow it with filters or, in v2, go on with `after`; received {2}",
  "alcanza más de {} documentos: aquí se buscó en los primeros del orden del listado; acótelo o, en v2, siga con `cursor`":
    "reaches more than {} documents: the first in the order of the list were searched; narrow it or, in v2, go on with `cursor`",
  "coincide con más terceros de los que se buscan a la vez: escriba más del nombre, o el número del tercero":
    "matches more third parties than are searched at once: write more of the name, or the number of the third party",
  "solo existe en los archivos `.escpos`; quítelo": "exists only for the `.escpos` files; leave it out",
  "no se admite junto a `after`; envíe uno solo": "is not taken together with `after`; send only one of them",
  " (¿quiso decir `{}`?)": " (did you mean `{}`?)",
  "no es de esta ruta{}, que admite: {}": "does not belong to this route{}, which takes: {}",
  "El parámetro `{}` {}.": "The parameter `{}` {}.",
  "contradice a {}: envíe la clave una sola vez o con el mismo valor":
    "contradicts {}: send the key once, or with the same value",
  "trae bytes que no son UTF-8; envíela en UTF-8, o solo en ASCII":
    "has bytes that are not UTF-8; send it in UTF-8, or in ASCII alone",
  "no puede llevar U+FFFD, que queda donde se perdió una letra":
    "must have no U+FFFD, which stands where a letter was lost",
  "no puede llevar caracteres de control ni otros que no se ven":
    "must have no control characters or others that cannot be seen",
  "no puede ir en blanco": "must not be blank",
  "La clave de idempotencia `{}` {}.": "The idempotency key `{}` {}.",
  "sobra texto después del valor JSON": "there is text left over after the JSON value",
  "se esperaba un texto entre comillas dobles bien cerrado":
    "a text between double quotes, properly closed, was expected",
  "se esperaba un valor JSON": "a JSON value was expected",
  "se superan {} niveles de anidamiento": "there are more than {} levels of nesting",
  "se superan {} valores entre textos, números, listas y objetos":
    "there are more than {} values among texts, numbers, lists and objects",
  "se esperaba «{}»": "«{}» was expected",
  "La autorización Bearer falta o no es válida: envíe la cabecera Authorization: Bearer <token> con un token vigente.":
    "The Bearer authorization is missing or not valid: send the header Authorization: Bearer <token> with a valid token.",
  "El token no tiene acceso a la empresa solicitada.": "The token has no access to that company.",
  "Scopes insuficientes. Faltan: {}": "Missing scopes: {}",
  "El token no tiene el permiso `{}`: la respuesta no muestra lo que la nota toma del documento que corrige.":
    "The token does not have the permission `{}`: the answer does not show what the note takes from the document that it corrects.",
  "La empresa no tiene contratado el módulo {}.": "The company has not contracted the module {}.",
  "Demasiadas solicitudes con este token; espere lo que indica Retry-After y repita.":
    "Too many requests with this token; wait as Retry-After says, and repeat.",
  "Demasiadas búsquedas (`q`) con este token; espere lo que indica Retry-After y repita. Las demás solicitudes se cuentan aparte.":
    "Too many searches (`q`) with this token; wait as Retry-After says, and repeat. Other requests are counted apart.",
  "Demasiadas solicitudes de esta empresa; espere lo que indica Retry-After y repita.":
    "Too many requests of this company; wait as Retry-After says, and repeat.",
  "Demasiadas solicitudes desde esta dirección; espere lo que indica Retry-After y repita.":
    "Too many requests from this address; wait as Retry-After says, and repeat.",
  "El cuerpo debe enviarse con Content-Type application/json en UTF-8 y sin comprimir; se recibió: {}.":
    "The body must be sent with Content-Type application/json in UTF-8 and uncompressed; received: {}.",
  "El cuerpo supera el máximo de {} bytes (1 MiB).": "The body exceeds the maximum of {} bytes (1 MiB).",
  "El cuerpo no terminó de llegar en {} segundos; repita la solicitud.":
    "The body did not arrive within {} seconds; repeat the request.",
  "El cuerpo no está en UTF-8 válido; se espera JSON en UTF-8.":
    "The body is not valid UTF-8; JSON in UTF-8 is expected.",
  "El cuerpo empieza con una marca de orden de bytes (BOM); se espera JSON en UTF-8 sin BOM.":
    "The body begins with a byte order mark (BOM); JSON in UTF-8 without BOM is expected.",
  "El cuerpo está vacío; se espera un objeto JSON.": "The body is empty; a JSON object is expected.",
  "El cuerpo debe ser un objeto JSON.": "The body must be a JSON object.",
  "El cuerpo no es JSON válido: {} (línea {}, columna {}).": "The body is not valid JSON: {} (line {}, column {}).",
  ", o `{}` en el cuerpo": ", or `{}` in the body",
  "Falta la clave de idempotencia: envíe la cabecera {}{}, con una clave única por operación, la misma en cada reintento.":
    "The idempotency key is missing: send the header {}{}, with a key that is unique to the operation, the same with every retry.",
  "El documento no tiene un archivo con ese nombre.": "The document has no file of that name.",
  "`nombre` debe ser uno de: {}.": "`nombre` must be one of: {}.",
  "Ese archivo aún no existe en el estado actual del documento.":
    "That file does not exist yet in the document's present state.",
  "Un documento tiene enlace desde que la autoridad lo acepta; repita cuando su estado sea `aceptado`.":
    "A document has a link from when the authority accepts it; repeat when its state is `aceptado`.",
  "Demasiadas visitas desde esta dirección; espere un minuto y repita.":
    "Too many visits from this address; wait a minute and repeat.",
  "El servicio no tiene el archivo que se firmó, y quien lo opera debe reponerlo. El documento y su estado no cambian.":
    "The service does not have the file that was signed, and the operator must put it back. The document and its state do not change.",
  "El servicio no puede dibujar el PDF en este momento; repita en unos segundos.":
    "The service cannot draw the PDF at the moment; repeat in a few seconds.",
  "No existe el documento {} en la empresa.": "Document {=} does not exist in the company.",
  "No existe el documento {} entre {} de esta ruta.": "Document {=} does not exist among {} of this route.",
  "las facturas y notas": "the invoices and notes",
  "los documentos soporte y notas": "the support documents and notes",
  "los tiquetes y notas": "the tickets and notes",
  "No existe el webhook {} en la empresa.": "Webhook {=} does not exist in the company.",
  "No existe la ruta {}.": "The route {=} does not exist.",
  "El método {} no se admite en esta ruta; se admite: {}.":
    "The method {=1} is not taken by this route; it takes: {2}.",
  "El servicio no alcanza su almacenamiento en este momento; repita la misma solicitud, con la misma clave, en unos segundos.":
    "The service cannot reach its storage at the moment; repeat the same request, with the same key, in a few seconds.",
  "El servicio encontró el almacenamiento de otro despliegue y no hizo nada; repita la misma solicitud, con la misma clave, cuando quien lo opera lo corrija.":
    "The service found the storage of another deployment and did nothing; repeat the same request, with the same key, once its operator has corrected it.",
  "El servicio no está preparado: le faltan secretos. Su registro dice con qué comando se prepara.":
    "The service is not ready: secrets are missing. Its log says which command prepares it.",
  "El servicio no está preparado: su base de datos no tiene las tablas. Su registro dice con qué comando se prepara.":
    "The service is not ready: its database does not have the tables. Its log says which command prepares it.",
  "Ocurrió un error interno inesperado; repita con prudencia la misma solicitud, con la misma clave.":
    "An unexpected internal error occurred; repeat the same request with care, with the same key.",
  "La autoridad no conoce un adquirente con identificación {} {}.":
    "The authority does not know a buyer with identification {} {}.",
  "La autoridad no respondió la consulta del adquirente a tiempo.":
    "The authority did not answer the query about the buyer in time.",
  "La autoridad rechazó la consulta del adquirente con una falla.":
    "The authority refused the query about the buyer with a fault.",
  "La autoridad no dio una respuesta legible a la consulta del adquirente; repita más tarde.":
    "The authority gave no readable answer to the query about the buyer; repeat later.",
  "El cursor tiene más de {} días; los cambios de entonces ya no se guardan. Empiece de nuevo sin `after`.":
    "The cursor is more than {} days old; the changes of then are no longer kept. Start again without `after`.",
  "No se envió: {}.": "Not sent: {}.",
  " En otras palabras: {}": " In other words: {=}",
  " No se conoce el texto de esta regla; la {}{}, a la que se parece, dice: {}":
    " The text of this rule is not known; {=1}{=2}, which it resembles, says: {=3}",
  "una lista": "a list",
  "un objeto": "an object",
  "trae más de {} marcas combinantes (tildes sueltas) seguidas":
    "has more than {} combining marks (loose accents) in a row",
  "facturación electrónica": "electronic invoicing",
  "La empresa no tiene un certificado vigente: no puede firmar documentos.{}":
    "The company has no valid certificate: it cannot sign documents.{}",
  "La empresa no tiene un rango vigente y con números para {}{}: no puede emitirlos.{}":
    "The company has no valid range with numbers for {}{}: it cannot issue them.{}",
  "La serie de {} con prefijo {} está detenida: otro sistema usó uno de sus números.":
    "The series of {} with prefix {} has stopped: another system used one of its numbers.",
  "La empresa no tiene plan de {} para {}: sin él no puede emitir en ese año.":
    "The company has no plan of {} for {}: without it, it cannot issue in that year.",
  "El certificado venció el {}: la empresa no puede firmar documentos.{}":
    "The certificate ended on {}: the company cannot sign documents.{}",
  día: "day",
  días: "days",
  "El certificado vence el {}, en {}: desde entonces la empresa no puede firmar documentos.{}":
    "The certificate ends on {}, in {}: from then on the company cannot sign documents.{}",
  "A la numeración de {}{} le quedan {} de {} números": "The numbering of {1}{2} has {3} of {4} numbers left",
  "{}: al ritmo de ahora se acaban en {}.{}": "{}: at the present rate they run out in {}.{}",
  "{} y {} para usarlos: hace falta otro rango autorizado.{}":
    "{} and {} to use them: another authorised range is needed.{}",
  "Del plan de {} de este año se han usado {} de {} documentos": "This year's plan of {} has used {} of {} documents",
  "{}: se agotó, y la empresa no puede emitir más.": "{}: it is used up, and the company can issue no more.",
  "{}: está por agotarse.": "{}: it is about to run out.",
  "{}: al ritmo de ahora se agota en {}.": "{}: at the present rate it runs out in {}.",
  " con el prefijo {} de un establecimiento": " with the prefix {} of an establishment",
  " El siguiente {} empieza a valer el {}.": " The next {} becomes valid on {}.",
  elemento: "element",
  elementos: "elements",
  ninguno: "none",
  otro: "another",
  otra: "another",
  factura: "invoice",
  campo: "field",
  certificado: "certificate",
  rango: "range",
  unos: "about",
  facturas: "invoices",
  "falta: {}": "is missing: {}",
  "debe tener 2 dígitos, entre comillas": "must have 2 digits, between quotes",
  "debe ser el número de identificación, de hasta 40 caracteres, entre comillas":
    "must be the identification number, of at most 40 characters, between quotes",
  "debe llamarse con 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`":
    "must be named with 1 to 40 lower-case letters without accent, digits, `_`, `.` or `-`",
  "debe ser un código de hasta {} letras o dígitos": "must be a code of at most {} letters or digits",
  "debe ser el id de un método de pago de la empresa": "must be the id of a payment method of the company",
  "debe ser una responsabilidad, como O-13 o R-99-PN": "must be a tax responsibility, such as O-13 or R-99-PN",
  "debe ser un código de dos letras o dígitos": "must be a code of two letters or digits",
  "debe ser un teléfono de hasta 20 dígitos, espacios o +":
    "must be a telephone number of at most 20 digits, spaces or +",
  "debe ser una matrícula mercantil de 4 a 20 dígitos": "must be a trade register number of 4 to 20 digits",
  "debe ser el número de identificación, de hasta 40 caracteres":
    "must be the identification number, of at most 40 characters",
  'debe ser "COP" o "USD"': 'must be "COP" or "USD"',
  'debe ser una moneda ISO 4217, como "USD"': 'must be an ISO 4217 currency, such as "USD"',
  "debe ser un código de tributo, de una o dos letras o dígitos":
    "must be the code of a tax, of one or two letters or digits",
  "debe ser un código de hasta 20 letras o dígitos": "must be a code of at most 20 letters or digits",
  "debe ser una unidad de medida de la lista de la autoridad": "must be a unit of the authority's list",
  "debe ser el prefijo y el número de la factura de papel, hasta 20 letras y dígitos seguidos":
    "must be prefix and number of the paper invoice, at most 20 letters and digits without a break",
  "debe ser un país ISO 3166-1 de dos letras": "must be an ISO 3166-1 country of two letters",
  'debe ser "01" o "02"': 'must be "01" or "02"',
  "debe tener 96 dígitos hexadecimales": "must have 96 hexadecimal digits",
  "debe ser el prefijo y el número, hasta 20 letras y dígitos":
    "must be prefix and number, at most 20 letters and digits",
  "debe ser el código de un concepto": "must be the code of a concept",
  "debe ser una moneda ISO 4217 de tres letras": "must be an ISO 4217 currency of three letters",
  "debe tener de 1 a 3 dígitos, entre comillas": "must have from 1 to 3 digits, between quotes",
  "debe ser un solo dígito": "must be a single digit",
  "El receptor no tiene correo y la solicitud no trae otro.":
    "The buyer has no e-mail address and the request brings no other.",
  "El comprador es consumidor final: se le entrega la representación impresa.":
    "The buyer is the final consumer: the printed representation is handed over.",
  "El envío por correo se desactivó antes de que saliera.": "E-mail was switched off before it left.",
  "Un mensaje anterior a este correo rebotó o fue marcado como no deseado; el operador puede liberarlo.":
    "An earlier message to this address bounced or was marked as unwanted; the operator can release it.",
  "No es una dirección a la que se pueda enviar, o el servicio de correo no la acepta.":
    "It is no address that can be sent to, or the mail service does not take it.",
  "El archivo supera lo que admite un correo.": "The file is larger than an e-mail may be.",
  "El servicio de correo no aceptó el mensaje.": "The mail service did not take the message.",
  "El dominio del remitente no está verificado.": "The domain of the sender is not verified.",
  "El buzón no existe o no recibe.": "The mailbox does not exist or takes nothing.",
  "El buzón está lleno o no recibe por ahora.": "The mailbox is full or takes nothing for now.",
  "El servicio de correo del destinatario no lo entregó.": "The recipient's mail service did not deliver it.",
  "El servicio de correo no respondió; pudo llegar.": "The mail service did not answer; it may have arrived.",
  "No se pudo enviar en tres días.": "It could not be sent within three days.",
  "El destinatario lo marcó como no deseado.": "The recipient marked it as unwanted.",
  "Un documento se envía desde que la autoridad lo acepta; repita cuando su estado sea `aceptado`.":
    "A document is sent once the authority accepts it; repeat when its state is `aceptado`.",
  "Un documento de habilitación no se envía por correo, salvo a las direcciones de prueba que registre el operador.":
    "A test document is not sent by e-mail, except to the test addresses that the operator registers.",
  "El envío por correo no está activado para la empresa; lo activa el operador del servicio.":
    "E-mail is not switched on for the company; the operator of the service switches it on.",
  "El `correo` rebotó o se quejó antes, y no se le envía nada más hasta que el operador del servicio lo libere.":
    "The `correo` bounced or complained before, and gets nothing more until the operator of the service releases it.",
  "El documento ya tiene todos los envíos que admite.": "The document has all the e-mails that it takes.",
  "El documento ya se envió {} veces a ese `correo` en 24 horas; repita después de {}.":
    "The document was already sent {} times to that `correo` in 24 hours; repeat after {}.",
  "La clave de idempotencia ya es de otro envío de este documento, con otro contenido.":
    "The idempotency key already belongs to another e-mail of this document, with other content.",
  'debe ser un correo electrónico de hasta {} caracteres, como "{}"':
    'must be an e-mail address of at most {} characters, such as "{}"',
  "debe ser un correo electrónico": "must be an e-mail address",
  'debe ser una sola dirección de correo, sin nombre ni separadores, como "{}"':
    'must be one e-mail address alone, without name or separators, such as "{}"',
  "debe tener exactamente 8 dígitos (código UNSPSC), entre comillas":
    "must have exactly 8 digits (UNSPSC code), between quotes",
  "debe ser una hora HH:MM:SS, con o sin -05:00": "must be a time HH:MM:SS, with or without -05:00",
  "no corresponde a ningún adjunto: no hay carga de adjuntos, envíe la lista vacía":
    "matches no attachment: attachments cannot be uploaded, send the empty list",
  "sin ella un reintento emite otra factura; envíela siempre":
    "without it a retry issues another invoice; send it always",
  "El servicio no tiene el detalle de este documento, y quien lo opera debe reponerlo; repita después. El documento y su estado no cambian.":
    "The service does not have the detail of this document, and the operator must put it back; repeat later. The document and its state do not change.",
  "El archivo del documento no está como se guardó; el operador del servicio debe reponerlo.":
    "The file of the document is not as it was stored; the operator of the service must put it back.",
  // Sentences that are put together of several texts, whose borders these alone do not show.
  '{} es "{}"; termina en el dígito de verificación del NIT {}: envíe "{}-{}", o "{}-{}" si el NIT tiene diez dígitos.':
    '{} is "{}"; it ends in the check digit of the NIT {}: send "{}-{}", or "{}-{}" if the NIT has ten digits.',
  '{} termina en el dígito de verificación del NIT {}: envíe "{}" y "{}" en {}, o "{}" en {} si el NIT tiene diez dígitos; se recibió "{}".':
    '{} ends in the check digit of the NIT {}: send "{}" and "{}" in {}, or "{}" in {} if the NIT has ten digits; received "{}".',
  "{} abarca con {} {} días calendario, contando ambos extremos; se admiten hasta {} ({} a {}).":
    "{} spans with {} {} calendar days, counting both ends; at most {} are taken ({} to {}).",
  "{} pone la firma en {}, cuando no rige ningún certificado de la empresa que rija ahora; envíe la fecha de hoy, sin `{}`.":
    "{1} puts the signature at {=2}, when no certificate of the company is valid that is valid now; send today's date, without `{3}`.",
  "{} suma {} de {} ({} %), y la base por la tarifa es {}; la autoridad admite una diferencia de {}: {}.":
    "{} comes to {} of {} ({} %), and the base times the rate is {}; the authority takes a difference of {}: {}.",
  "Las líneas de la nota suman {} de {} ({} %), y la base por la tarifa es {}; la autoridad admite una diferencia de {}: {}.":
    "The lines of the note come to {} of {} ({} %), and the base times the rate is {}; the authority takes a difference of {}: {}.",
  "El documento ocuparía más de {} KB en XML y la autoridad admite 500 KB; reparta sus {} ítems{} en varios documentos.":
    "The document would take more than {} KB in XML and the authority takes 500 KB; divide its {} items{} among several documents.",
  "El documento ocuparía unos {} KB en XML y la autoridad admite 500 KB; reparta sus {} ítems{} en varios documentos.":
    "The document would take about {} KB in XML and the authority takes 500 KB; divide its {} items{} among several documents.",
  "{} no dice la placa de la caja, y {}; envíe `caja.placa` y `caja.ubicacion`, o la placa de una registrada.":
    "{} does not say the plate of the till, and {}; send `caja.placa` and `caja.ubicacion`, or the plate of a registered one.",
  '{} dice la placa "{}" sin la ubicación, y {}; envíe `caja.placa` y `caja.ubicacion`, o la placa de una registrada.':
    '{} says the plate "{}" without the location, and {}; send `caja.placa` and `caja.ubicacion`, or the plate of a registered one.',
  '{} debe ser igual a {} ({}) con {} "1"; se recibió "{}".': '{} must be equal to {} ({}) with {} "1"; received "{}".',
  "La tarifa {} no está entre las publicadas de {} ({}); la autoridad acepta el documento con una notificación.":
    "The rate {1} is not among those published of {=2} ({3}); the authority accepts the document with a notification.",
  "{} es {}, pero `{}` {} con `iva_incluido` true y tarifa {} equivale a {} sin impuesto; deben coincidir al centavo.":
    "{} is {}, but `{}` {} with `iva_incluido` true and rate {} equals {} without tax; they must be equal to the cent.",
};
