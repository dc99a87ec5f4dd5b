/** `lib/sessions/settings` has it for the server: that module brings the schemas with it. */
export const PRACTICE = 'practice-agent'
