/** Whose reservations may have run out. */
export interface HoldOwners {
  readonly balanceIds?: readonly string[]
  readonly identityIds?: readonly string[]
}

/** Thrown in a transaction: it must run again after these reservations were given back. */
export class ReturnsDue extends Error {
  readonly owners: HoldOwners

  constructor(owners: HoldOwners) {
    super("Reservations have run out.")
    this.name = "ReturnsDue"
    this.owners = owners
  }
}
