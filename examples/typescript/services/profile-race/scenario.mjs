export function scenario({ ProfilePage }, { io }) {
  const page = new ProfilePage({ profile: (user) => io(() => ({ name: user.toUpperCase() })) });
  return {
    calls: [() => page.show('ann'), () => page.show('bob')],
    ok: () => page.name === '' || page.name === page.user.toUpperCase(),
  };
}
