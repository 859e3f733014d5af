import { verifierProtocol } from "../../contract/verifier.ts"
import { isFromGateway } from "../gateway/misdirected.ts"

/** Whether the client offers the subprotocol. */
export function isVerifier({ headers }: Request): boolean {
  const protocols = (headers.get("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim())
  return protocols.includes(verifierProtocol) && !isFromGateway(headers)
}
