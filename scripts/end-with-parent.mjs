// Loaded into the server before anything else: it ends when the process that started it is gone,
// however that ended. Node tells so by the channel between the two.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Only this listener; it is not to keep the process alive.
process.channel?.unref()
