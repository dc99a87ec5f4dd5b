import { redirect } from 'next/navigation'
import { findingsAddress, parseFindingsAddress } from '@/components/findings/findings-address'

export const dynamic = 'force-dynamic'

/** Leads from where a store's findings were a page of their own. */
export default async function FormerFindingsPage(
  props: PageProps<'/stores/[storeId]/findings'>,
): Promise<never> {
  const { storeId } = await props.params
  const place = parseFindingsAddress(await props.searchParams)
  redirect(findingsAddress(storeId, place, { after: place.after }))
}
