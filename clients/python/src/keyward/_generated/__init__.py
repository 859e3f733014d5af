# Written by `npm run gen` from the operations of the service. Change those instead of this.
"""The part of the client that follows from the operations of the service."""
