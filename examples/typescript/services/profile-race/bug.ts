interface Api {
  profile(user: string): Promise<{ name: string }>;
}

export class ProfilePage {
  user = '';
  name = '';
  offline = false;

  constructor(private api: Api) {}

  async show(user: string): Promise<void> {
    this.user = user;
    this.offline = false;
    const timeout = new Promise<'timeout'>((resolve) => setTimeout(() => resolve('timeout'), 3000));
    const outcome = await Promise.race([this.load(user), timeout]);
    if (outcome === 'timeout') this.offline = true;
  }

  private async load(user: string): Promise<void> {
    const { name } = await this.api.profile(user);
    this.name = name;
  }
}
