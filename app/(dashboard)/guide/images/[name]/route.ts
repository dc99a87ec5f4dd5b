import { readFile } from 'node:fs/promises'
import path from 'node:path'

const A_DAY_SECONDS = 24 * 3600

/** A picture of the guide. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  const { name } = await params
  if (!/^[a-z-]+\.png$/.test(name)) return new Response(null, { status: 404 })
  const bytes = await readFile(path.join(process.cwd(), 'docs', 'images', name)).catch(() => null)
  if (bytes === null) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'image/png',
      'cache-control': `public, max-age=${A_DAY_SECONDS}`,
    },
  })
}
