// Lists sentences of the authority as they were seen in the field, by their meaning; its own NIT stands for those of companies.

/** Under status 89 to a sending, before anything is kept: association, container, storage. */
export const REFUSED_AT_DOOR = [
  "NIT 800197268 no autorizado a enviar documentos para emisor con NIT 900373115.",
  "Error descomprimiendo el archivo ZIP: No fue encontrado ningun documento XML valido.",
  "Encontrados mas de un XML descomprimiendo el archivo ZIP: Se debe enviar solo un fichero XML.",
  "El método síncrono solo puede recibir un documento.",
  "Error al almacenar archivo zip.",
] as const;

/** In the list of an upload without a ZipKey: the test set, the software, the certificate. */
export const REFUSED_UPLOADS = [
  "NIT 800197268 no autorizado a enviar documentos para emisor con NIT 900373115.",
  "NIT de la empresa no encontrado en el certificado.",
  "Set de prueba con identificador a-test-set es incorrecto.",
  "Set de prueba con identificador a-test-set se encuentra Aceptado.",
  "NIT 900373115 no tiene habilitado set de prueba para software con id 11111111-1111-1111-1111-111111111111",
  "Error al almacenar archivo zip.",
] as const;

/** Rules that refuse a file before the authority has read whose document it is. */
export const EARLY_REJECTIONS = [
  "Regla: ZB01, Rechazo: Fallo en el esquema XML del archivo",
  "Regla: ZA01, Rechazo: El tamaño del archivo XML supera los 500 KB.",
  "Regla: DSAD06, Rechazo: Valor del CUDS no está calculado correctamente.",
  "FAD06: el valor UUID no está correctamente calculado.",
] as const;

/** Under status 66: there is no such document. */
export const ABSENT = "TrackId no existe en los registros de la DIAN.";

/** Under the same status: the document may be there. */
export const TROUBLES = [
  "Error al generar ApplicationResponse. Inténtelo más tarde.",
  "TrackId no encontrado.",
] as const;

export const IN_PROCESS = "En Proceso";
export const BATCH_IN_PROCESS = "Batch en proceso de validación.";
export const PROCESSED = "Procesado Correctamente.";
export const REJECTED = "Validación contiene errores en campos mandatorios.";

/** Rule 90 without and with the document that was processed before. */
export const DUPLICATE = "Regla: 90, Rechazo: Documento procesado anteriormente.";
export const nameDuplicate = (key: string) =>
  `Regla: 90, Rechazo: Documento con CUFE '${key}' procesado anteriormente.`;
