import { z } from 'zod'
import { serverReach } from '@/lib/transfer/disk-reach'
import { lookAtSource } from '@/lib/transfer/look-at-source'

export const dynamic = 'force-dynamic'

const asked = z.object({ path: z.string() })

/** Tells what lies at a path of the server's machine, while a person types it. */
export async function POST(request: Request): Promise<Response> {
  const { path } = asked.parse(await request.json())
  try {
    return Response.json(await lookAtSource(path, serverReach(), request.signal))
  } catch (error) {
    // Nobody waits for what was typed over.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    throw error
  }
}
