// expect: silent
class Endpoint {
    private static final class Address {
        final String host;
        final int port;

        Address(String host, int port) {
            this.host = host;
            this.port = port;
        }
    }

    private volatile Address address = new Address("a", 80);

    void moveTo(String newHost, int newPort) {
        address = new Address(newHost, newPort);
    }

    String address() {
        Address a = address;
        return a.host + ":" + a.port;
    }
}
