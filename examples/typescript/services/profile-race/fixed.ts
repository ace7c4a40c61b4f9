interface Api {
  profile(user: string): Promise<{ name: string }>;
}

export class ProfilePage {
  user = '';
  name = '';
  offline = false;
  private visit = 0;

  constructor(private api: Api) {}

  async show(user: string): Promise<void> {
    const visit = ++this.visit;
    this.user = user;
    this.offline = false;
    const timeout = new Promise<'timeout'>((resolve) => setTimeout(() => resolve('timeout'), 3000));
    const outcome = await Promise.race([this.load(user, visit), timeout]);
    if (visit !== this.visit) return;
    if (outcome === 'timeout') this.offline = true;
  }

  private async load(user: string, visit: number): Promise<void> {
    const { name } = await this.api.profile(user);
    if (visit === this.visit) this.name = name;
  }
}
