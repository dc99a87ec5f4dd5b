import { ask } from '@/components/queries/ask'
import type { ChangesetNews } from './changeset-news'

const loadNews = async () => (await import('./changeset-news')).changesetNews

/** Asks for the current state of a changeset. */
export function newsOf(changesetId: string): Promise<ChangesetNews> {
  return ask(loadNews, `/review/${changesetId}/news`)
}
