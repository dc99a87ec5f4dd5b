import { findingsAddress, parseFindingsAddress } from '@/components/findings/findings-address'

export const dynamic = 'force-dynamic'

/** Leads from where a store's findings were a page of their own. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ storeId: string }> },
): Promise<Response> {
  const { storeId } = await params
  const place = parseFindingsAddress(Object.fromEntries(new URL(request.url).searchParams))
  const location = findingsAddress(storeId, place, { after: place.after })
  return new Response(null, { status: 307, headers: { location } })
}
