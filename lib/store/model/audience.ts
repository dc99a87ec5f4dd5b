/**
 * Whom something is shown to. Of a memory in quarantine, agents are shown the version before it;
 * people see everything.
 */
export type Audience = 'people' | 'agents'
