# Written by `npm run gen` from the operations of the service. Change those instead of this.

VERSION = "0.1.0"
