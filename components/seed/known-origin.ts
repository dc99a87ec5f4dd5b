import type { SeedTaken } from '@/lib/store/seeding/seeds'

/** A source of this store that lies on the server's disk. */
export interface KnownOrigin {
  id: string
  path: string
  taken: SeedTaken
}
