export const dynamic = 'force-dynamic'

/** The process is up. Does not check the database: see /readyz. */
export function GET(): Response {
  return Response.json({ status: 'ok' })
}
