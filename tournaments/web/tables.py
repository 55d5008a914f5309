"""What every table of a page has in common."""

from django.core.paginator import EmptyPage

from tournaments.web.asked import whole

PAGE_LENGTH = 100


def arrange(table, query, *, per_page=PAGE_LENGTH):
    """Sort ``table`` and turn it to the page that ``query`` asks for.

    The table's own configuration would also take the length of a page from the
    address, where zero and minus one are server errors.
    """
    order = query.getlist(table.prefixed_order_by_field)
    if order:
        table.order_by = order
    page = whole(query.get(table.prefixed_page_field)) or 1
    try:
        table.paginate(page=page, per_page=per_page)
    except EmptyPage:
        table.page = table.paginator.page(table.paginator.num_pages if page > 1 else 1)
    return table
