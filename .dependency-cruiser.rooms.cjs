/**
 * No two folders of the service need each other, also through a third: a room is understood after those below it.
 * A run of its own, because a rule about folders counts every file in them: tests, which may use any room, are left out.
 */
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-circles-of-rooms',
      severity: 'error',
      scope: 'folder',
      from: { path: '^packages/service/src/' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '(^|/)dist/|[.](test|fixture)[.]ts$|/test/' } },
}
