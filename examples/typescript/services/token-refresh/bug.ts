interface Grant {
  access: string;
  refresh: string;
  expiresAt: number;
}
interface AuthServer {
  /** A refresh token is good for one exchange. */
  exchange(refreshToken: string): Promise<Grant>;
}
interface Api {
  fetch(path: string, token: string): Promise<unknown>;
}

export class ApiClient {
  private grant: Grant;

  constructor(
    private auth: AuthServer,
    private api: Api,
    first: Grant,
  ) {
    this.grant = first;
  }

  async get(path: string): Promise<unknown> {
    const token = await this.accessToken();
    return this.api.fetch(path, token);
  }

  private async accessToken(): Promise<string> {
    if (this.grant.expiresAt > Date.now()) return this.grant.access;
    this.grant = await this.auth.exchange(this.grant.refresh);
    return this.grant.access;
  }
}
