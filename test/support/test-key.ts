// Thirty-two zero-free bytes that are secret to nobody into what the Worker's secrets hold: version and key.
export const TEST_KEY = `1:${btoa("factura-edge-test-key-32-bytes!!")}`;
