"""What a change of the interface breaks for programs that follow the published one."""


def breaks(old, new):
    """Return the names of everything that no longer holds; additions break nothing."""
    return sorted({*broken_paths(old, new), *broken_parts(old, new)})


def broken_paths(old, new):
    for path, operations in old["paths"].items():
        for verb, before in operations.items():
            after = new["paths"].get(path, {}).get(verb)
            where = f"{verb.upper()} {path}"
            if after is None:
                yield f"{where} is gone"
            else:
                yield from broken_operation(where, before, after)


def broken_operation(where, before, after):
    asked = {one["name"] for one in after["parameters"] if one.get("required")}
    required = {
        field["name"] for field in before["parameters"] if field.get("required")
    }
    for name in asked - required:
        yield f"{where} asks for {name}"
    names = {one["name"] for one in after["parameters"]}
    for one in before["parameters"]:
        if one["name"] not in names:
            yield f"{where} does not know {one['name']} any more"
    if not before["security"][0] and after["security"][0]:
        yield f"{where} needs a key"
    sent, taken = body_of(before), body_of(after)
    yield from narrower(f"body of {where}", sent, taken)
    yield from poorer(f"answer of {where}", answer_of(before), answer_of(after))


def broken_parts(old, new):
    """Compare the schemas that answers and bodies share; a change of either breaks."""
    for name, before in old["components"]["schemas"].items():
        after = new["components"]["schemas"].get(name)
        if after is None:
            yield f"{name} is gone"
        else:
            yield from poorer(name, before, after)


def body_of(operation):
    content = operation.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema", {})


def answer_of(operation):
    return operation["responses"]["200"]["content"]["application/json"]["schema"]


def narrower(where, before, after):
    """Give what was accepted and is refused now."""
    for name in set(after.get("required", ())) - set(before.get("required", ())):
        yield f"{where}: {name} has to be there"
    for name in before.get("properties", {}).keys() - after.get("properties", {}):
        yield f"{where}: {name} is refused"


def poorer(where, before, after):
    """Give what was answered and is missing or different now."""
    if before.get("type") != after.get("type"):
        yield f"{where} is {after.get('type')}, no longer {before.get('type')}"
    for name in set(before.get("required", ())) - set(after.get("required", ())):
        yield f"{where}: {name} may be missing"
    properties = after.get("properties", {})
    for name, part in before.get("properties", {}).items():
        if name not in properties:
            yield f"{where}: {name} is gone"
        else:
            yield from poorer(f"{where}: {name}", part, properties[name])
    if "items" in before and "items" in after:
        yield from poorer(f"{where}, each", before["items"], after["items"])
