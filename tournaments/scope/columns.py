"""Columns and limits that the models of many topics have."""

from typing import Any

from django.conf import settings
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models


def between(least: int, most: int) -> list[BaseValidator]:
    """Return the validators of a number with two limits."""
    return [MinValueValidator(least), MaxValueValidator(most)]


def account_column(label: Any = None, *, null: bool = True, **options: Any) -> Any:
    """Return the column for the account that did something, or may do it yet."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=label,
        on_delete=models.PROTECT,
        related_name="+",
        null=null,
        blank=null,
        **options,
    )
