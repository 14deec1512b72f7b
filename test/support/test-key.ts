// Makes a value for the Worker's secrets, version and key, of 32 public bytes.
export const TEST_KEY = `1:${btoa("factura-edge-test-key-32-bytes!!")}`;
