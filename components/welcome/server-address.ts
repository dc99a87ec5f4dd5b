import 'server-only'
import { headers } from 'next/headers'

/** Where the browser reaches this server: what an agent on the same machine is told to call. */
export async function addressOfServer(): Promise<string> {
  const sent = await headers()
  const protocol = sent.get('x-forwarded-proto') ?? 'http'
  return `${protocol}://${sent.get('host') ?? '127.0.0.1:3000'}`
}
