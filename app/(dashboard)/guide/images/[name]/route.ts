import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A picture of the guide. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/guide/images/[name]'>,
): Promise<Response> {
  const { name } = await params
  const file = path.join(process.cwd(), 'docs', 'images', name)
  const bytes = /^[a-z-]+\.png$/.test(name) ? await readFile(file).catch(() => null) : null
  if (bytes === null) return new Response(null, { status: 404 })
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }
  return new Response(new Uint8Array(bytes), { headers })
}
