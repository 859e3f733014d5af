import type { DeviceLogin } from "../../core/people.ts"

/** Terminals that sign in through a browser. Never cached. */
export interface DeviceLoginReads {
  /** By the code of the terminal, expired ones included. */
  findByDevice(hash: string): Promise<DeviceLogin | undefined>
  /** By the code of the person, expired ones included. */
  findByCode(hash: string): Promise<DeviceLogin | undefined>
  /** How many have not expired. Stops counting at `limit`. */
  countLive(now: number, limit: number): Promise<number>
}

export interface DeviceLoginWrites extends DeviceLoginReads {
  insert(login: DeviceLogin): Promise<void>
  /** Returns false unless the login waits for a decision and has not expired. */
  approve(id: string, approval: Approval, now: number): Promise<boolean>
  deny(id: string, now: number): Promise<boolean>
  /** Deletes an approved login. Returns false if another transaction has done so: a key is collected once. */
  take(id: string): Promise<boolean>
}

export type Approval = {
  readonly [Field in "userId" | "sessionId" | "workspaceId" | "permissions" | "keyExpires"]: NonNullable<
    DeviceLogin[Field]
  >
}
