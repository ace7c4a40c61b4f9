// expect: silent
import java.util.*;
class AccountService {
    static class Account { long balance; }
    private final Map<String, Account> accounts = new HashMap<>();
    AccountService(Collection<String> ids) { for (String id : ids) accounts.put(id, new Account()); }
    void deposit(String id, long n) { Account a = accounts.get(id); synchronized (a) { a.balance += n; } }
    void transfer(String from, String to, long n) {
        boolean ordered = from.compareTo(to) < 0;
        Account first = accounts.get(ordered ? from : to);
        Account second = accounts.get(ordered ? to : from);
        synchronized (first) { synchronized (second) { accounts.get(from).balance -= n; accounts.get(to).balance += n; } }
    }
}
