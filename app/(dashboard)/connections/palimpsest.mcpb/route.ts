import { desktopBundle } from '@/lib/api/desktop-bundle'
import { addressOfServer } from '@/components/welcome/server-address'

/** Serves the bundle that a desktop program installs to reach this server. */
export async function GET(): Promise<Response> {
  return new Response(new Uint8Array(await desktopBundle(await addressOfServer())), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="palimpsest.mcpb"',
      'cache-control': 'no-store',
    },
  })
}
