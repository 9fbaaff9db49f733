"""Null characters end at the door, with an answer and no error."""

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client


@pytest.mark.parametrize("address", ["/?page=%00", "/%00/", "/api/v1/schema/?cursor=a%00b", "/nowhere%00"])
def test_a_null_character_in_an_address_is_refused(client: Client, address: str) -> None:
    assert client.get(address).status_code == 400


def test_the_api_says_so_in_the_shape_of_its_errors(client: Client) -> None:
    answer = client.get("/api/v1/schema/?cursor=%00").json()
    assert answer["type"] == "client_error"
    assert answer["errors"][0]["code"] == "null_character"


def test_it_is_refused_under_asgi_too(async_client: AsyncClient) -> None:
    assert async_to_sync(async_client.get)("/?page=%00").status_code == 400
