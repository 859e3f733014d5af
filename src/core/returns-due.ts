/** Whose reservations may have run out. */
export interface HoldOwners {
  readonly balanceIds?: readonly string[]
  readonly identityIds?: readonly string[]
}

/** Thrown in a transaction: it must run again after the reservations that had run out at this time were given back. */
export class ReturnsDue extends Error {
  readonly owners: HoldOwners
  readonly at: number

  constructor(owners: HoldOwners, at: number) {
    super("Reservations have run out.")
    this.name = "ReturnsDue"
    this.owners = owners
    this.at = at
  }
}
