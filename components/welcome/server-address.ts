import 'server-only'
import { headers } from 'next/headers'

/**
 * Returns the address at which the browser reaches this server: the one for agents on the same
 * machine.
 */
export async function addressOfServer(): Promise<string> {
  const sent = await headers()
  const protocol = sent.get('x-forwarded-proto') ?? 'http'
  return `${protocol}://${sent.get('host') ?? '127.0.0.1:3000'}`
}
