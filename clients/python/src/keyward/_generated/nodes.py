# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""The processes that serve the installation. The operator watches them."""

from __future__ import annotations

from .._call import Body, CallOptions
from .._transport import AsyncTransport, Transport
from . import models


class Nodes:
    """The processes that serve the installation. The operator watches them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_nodes(
        self,
        *,
        options: CallOptions | None = None,
    ) -> list[models.Node]:
        """List the nodes that serve this installation, with their load.

        Callers: an operator key.

        Example:
            >>> client.nodes.list_nodes()
            [
                Node(
                    node_id="node_6784b19192bb4f75a950579490eeccb4",
                    host="keyward-1",
                    version="1.0.0",
                    started_at=1767346200000,
                    is_current=True,
                    lag=0,
                    memory=104857600,
                    verifications_per_second=12.5,
                ),
            ]
        """
        body: Body = {}
        return self._transport.call("nodes.listNodes", "query", body, options, list[models.Node])


class AsyncNodes:
    """The processes that serve the installation. The operator watches them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_nodes(
        self,
        *,
        options: CallOptions | None = None,
    ) -> list[models.Node]:
        """List the nodes that serve this installation, with their load.

        Callers: an operator key.

        Example:
            >>> await client.nodes.list_nodes()
            [
                Node(
                    node_id="node_6784b19192bb4f75a950579490eeccb4",
                    host="keyward-1",
                    version="1.0.0",
                    started_at=1767346200000,
                    is_current=True,
                    lag=0,
                    memory=104857600,
                    verifications_per_second=12.5,
                ),
            ]
        """
        body: Body = {}
        return await self._transport.call("nodes.listNodes", "query", body, options, list[models.Node])
