import type { Actor } from '@/lib/store/model/actor'

/** The actor that runs tests after changes and at night, and looks for what made one fail. */
export const TESTS_ACTOR: Actor = { type: 'service_account', id: 'svac_11111111111111111Tests' }

/** The name by which people know it. */
export const TESTS_ACTOR_NAME = 'Memory tests'
