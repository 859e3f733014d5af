# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""All resources of the service."""

from __future__ import annotations

from .._transport import AsyncTransport, Transport
from .apis import Apis, AsyncApis
from .credits import AsyncCredits, Credits
from .events import AsyncEvents, Events
from .identities import AsyncIdentities, Identities
from .keys import AsyncKeys, Keys
from .members import AsyncMembers, Members
from .nodes import AsyncNodes, Nodes
from .permissions import AsyncPermissions, Permissions
from .plans import AsyncPlans, Plans
from .portal import AsyncPortal, Portal
from .ratelimit import AsyncRatelimit, Ratelimit
from .root_keys import AsyncRootKeys, RootKeys
from .usage import AsyncUsage, Usage
from .users import AsyncUsers, Users
from .webhooks import AsyncWebhooks, Webhooks
from .workspace import AsyncWorkspace, Workspace
from .workspaces import AsyncWorkspaces, Workspaces


class Resources:
    """One attribute per resource."""

    def __init__(self, transport: Transport) -> None:
        self.apis = Apis(transport)
        """An API groups the keys that belong together."""
        self.credits = Credits(transport)
        """Reservations of credits: charge what a request turned out to cost."""
        self.events = Events(transport)
        """Every change in a workspace, in order."""
        self.identities = Identities(transport)
        """The users or other entities that own or use keys."""
        self.keys = Keys(transport)
        """Issue, manage and verify API keys."""
        self.members = Members(transport)
        """The people who may act in a workspace, and their roles."""
        self.nodes = Nodes(transport)
        """The processes that serve the installation. The operator watches them."""
        self.permissions = Permissions(transport)
        """Permissions and roles that you attach to your own keys."""
        self.plans = Plans(transport)
        """What many customers get: permissions, rate limits and a number of keys."""
        self.portal = Portal(transport)
        """The page on which your customers manage their own keys."""
        self.ratelimit = Ratelimit(transport)
        """Rate limits for anything with an identifier."""
        self.root_keys = RootKeys(transport)
        """Keys that manage a workspace."""
        self.usage = Usage(transport)
        """How often keys were verified and rate limits were checked, by whom and with what outcome.
        """
        self.users = Users(transport)
        """The people of the installation. The operator manages them."""
        self.webhooks = Webhooks(transport)
        """Endpoints of yours that receive events as they happen."""
        self.workspace = Workspace(transport)
        """Limits and usage of a workspace, with the field names of published Unkey clients."""
        self.workspaces = Workspaces(transport)
        """Workspaces hold everything else. The operator manages them."""


class AsyncResources:
    """One attribute per resource."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.apis = AsyncApis(transport)
        """An API groups the keys that belong together."""
        self.credits = AsyncCredits(transport)
        """Reservations of credits: charge what a request turned out to cost."""
        self.events = AsyncEvents(transport)
        """Every change in a workspace, in order."""
        self.identities = AsyncIdentities(transport)
        """The users or other entities that own or use keys."""
        self.keys = AsyncKeys(transport)
        """Issue, manage and verify API keys."""
        self.members = AsyncMembers(transport)
        """The people who may act in a workspace, and their roles."""
        self.nodes = AsyncNodes(transport)
        """The processes that serve the installation. The operator watches them."""
        self.permissions = AsyncPermissions(transport)
        """Permissions and roles that you attach to your own keys."""
        self.plans = AsyncPlans(transport)
        """What many customers get: permissions, rate limits and a number of keys."""
        self.portal = AsyncPortal(transport)
        """The page on which your customers manage their own keys."""
        self.ratelimit = AsyncRatelimit(transport)
        """Rate limits for anything with an identifier."""
        self.root_keys = AsyncRootKeys(transport)
        """Keys that manage a workspace."""
        self.usage = AsyncUsage(transport)
        """How often keys were verified and rate limits were checked, by whom and with what outcome.
        """
        self.users = AsyncUsers(transport)
        """The people of the installation. The operator manages them."""
        self.webhooks = AsyncWebhooks(transport)
        """Endpoints of yours that receive events as they happen."""
        self.workspace = AsyncWorkspace(transport)
        """Limits and usage of a workspace, with the field names of published Unkey clients."""
        self.workspaces = AsyncWorkspaces(transport)
        """Workspaces hold everything else. The operator manages them."""
