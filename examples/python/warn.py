import time


def list_warnings(state, wanted: int) -> list:
    """What the till shows when it opens: what the service says, and a range that holds fewer numbers than this shop wants."""
    said = [warning["mensaje"] for warning in state["avisos"]]
    if any(warning["codigo"] in ("range_ending", "range_missing") for warning in state["avisos"]):
        return said
    fe = state["modulos"].get("fe")
    if fe is None:
        return said
    left = sum(one["quedan"] for one in fe["rangos"] if one["tipo"] == "fe" and one["dias"] >= 0)
    return said if left >= wanted else [*said, f"Quedan {left} números de factura."]


def watch(client, show, wanted: int = 1_000) -> None:
    """Asks once an hour; while nothing changes the answer is empty, and nothing is shown again."""
    known = None
    while True:
        state = client.get_company(known)
        if state is not None:
            show(list_warnings(state.body, wanted))
            known = state.etag
        time.sleep(3_600)
