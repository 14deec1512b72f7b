// Names the authority's address for the Worker under test; requests to it reach the simulator, another Worker.

export const AUTHORITY_TEST_ORIGIN = "http://authority.test";
