// Where the Worker under test believes the authority to be; requests to it reach the simulator, another Worker.

export const AUTHORITY_TEST_ORIGIN = "http://authority.test";
